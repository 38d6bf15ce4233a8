import { recordVersion } from "../../jobs/events.ts";
import type { JobChecks } from "../../jobs/get-job-checks.ts";
import { readEvent } from "../../jobs/read-event.ts";
import { type CommandContext, type CommonOptions, configFor, printResult } from "../command.ts";
import type { CliStream, RunOnceResult } from "../deps.ts";
import { colorDiff } from "../output/color-diff.ts";
import { describeChecks } from "../output/describe-event.ts";
import { describeMerge } from "../output/describe-merge.ts";
import { formatDiffStat } from "../output/format-diff-stat.ts";
import { formatFindings, formatNotJudged } from "../output/format-findings.ts";
import { toLines } from "../output/format-table.ts";
import { paint } from "../output/paint.ts";
import { startProgress } from "../output/progress.ts";
import { resolveRepository } from "../projects/resolve-repository.ts";
import { watchSignals } from "../service/watch-signals.ts";

export interface RunOptions extends CommonOptions {
  repository: string;
  prompt: string;
  ref?: string;
  model?: string;
  yes?: boolean;
}

/** What a run reports on its way but not at its end. */
interface Seen {
  checks: JobChecks;
  baseRef: string | null;
}

const findingsMax = 10;

/** Runs one job without a service and prints its diff and outcome. */
export async function runOneJob(context: CommandContext, options: RunOptions): Promise<void> {
  const { io, runOnce } = context.deps;
  const repository = await resolveRepository(io, options.repository, { yes: options.yes });
  const watch = watchSignals(io);
  const progress = startProgress(io.stderr);
  const onStop = () =>
    progress.line("Stopping: what the job has done so far is kept as a diff. Ctrl-C again ends at once.");
  watch.signal.addEventListener("abort", onStop);
  const seen: Seen = { checks: { counts: null, notJudged: [], new: [], fixed: [] }, baseRef: null };
  try {
    const result = await runOnce(await configFor(context, options), {
      repository,
      prompt: options.prompt,
      ref: options.ref ?? null,
      model: options.model ?? null,
      onEvent(event) {
        note(seen, event);
        // There is no code host here, so a pull request is not mentioned.
        if (event.kind !== "pull_request") progress.event(event);
      },
      signal: watch.signal,
    }).finally(progress.close);
    const exitCode = result.status === "completed" ? 0 : 1;
    const { new: fresh, fixed } = seen.checks;
    printResult(context, options, {
      document: { ...result, notJudged: seen.checks.notJudged, findings: { new: fresh, fixed } },
      text: formatRun(io.stdout, { result, seen, repository }),
      exitCode,
    });
  } finally {
    watch.signal.removeEventListener("abort", onStop);
    watch.close();
  }
}

function note(seen: Seen, told: { kind: string; data: Record<string, unknown> }): void {
  const event = readEvent({ ...told, version: recordVersion });
  if (event.kind === "prepared") seen.baseRef = event.data.baseRef;
  if (event.kind === "checks") seen.checks = event.data;
}

/** Prints the diff first, so that the summary is still on the screen at the end. */
function formatRun(
  stdout: CliStream,
  { result, seen, repository }: { result: RunOnceResult; seen: Seen; repository: string },
): string {
  const { status, reason, message, checks, branch, patch } = result;
  const title =
    status === "failed" ? paint(stdout, "red", `failed (${reason})`) : paint(stdout, "green", "completed");
  const facts = [
    `${title}: ${toLines(message).join("\n")}`,
    checks === null ? "" : `checks: ${describeChecks(checks)}`,
    formatNotJudged(seen.checks.notJudged),
    formatFindings(stdout, "new", seen.checks.new, findingsMax),
    formatFindings(stdout, "fixed", seen.checks.fixed, findingsMax),
    patch === "" ? "" : formatDiffStat(patch),
    branch === null ? "" : `branch: ${branch}`,
  ].filter((line) => line !== "");
  const merge = branch === null ? "" : `\n${describeMerge(repository, { branch, baseRef: seen.baseRef })}\n`;
  const diff = patch === "" ? "" : `${colorDiff(stdout, patch).trimEnd()}\n\n`;
  return `${diff}${facts.join("\n")}\n${merge}`;
}
