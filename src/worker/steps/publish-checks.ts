import type { CheckAnnotation } from "../../code-hosts/checks-report.ts";
import { isAppError } from "../../errors.ts";
import { cleanLine } from "../../outgoing/clean-plain.ts";
import type { CleanText } from "../../outgoing/clean-text.ts";
import type { Edited, Run } from "../run.ts";
import type { Pushed } from "./push-change.ts";

const annotationsMax = 50;

/**
 * Reports the checks of the pushed commit to the host, also as a status of that commit. Skips forks, whose
 * credentials may not write to the repository. The pull request exists already, so a refusal does not make
 * the job fail.
 */
export async function publishChecks(run: Run, edited: Edited, { commit, fork }: Pushed): Promise<void> {
  const { job, log, signal, pullRequest, checks } = run;
  const { connection, jobPage } = run.host();
  if (connection.publishChecks === undefined || checks === null || pullRequest === null || fork !== null)
    return;
  const { new: added, fixed, warnings = 0 } = checks;
  const found = added + warnings;
  const title = `${found} new ${found === 1 ? "problem" : "problems"}, ${fixed} fixed`;
  try {
    await connection.publishChecks({
      ...{ number: pullRequest.number, branch: job.branch, commit, jobId: job.id },
      ...{ title, isClean: found === 0, url: jobPage?.(job.id) ?? pullRequest.url },
      annotations: await writeAnnotations(run, edited),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (!isRefused(error)) return log.warn({ err: error }, "the checks could not be reported to the host");
    log.info(
      { reason: (error as Error).message },
      "the credentials may not report the checks to the host: docs/checks.md names what that needs",
    );
  }
}

async function writeAnnotations(
  run: Run,
  { checks }: Edited,
): Promise<(CheckAnnotation & { message: CleanText })[]> {
  const found = [...checks.new, ...(checks.warnings ?? [])].slice(0, annotationsMax);
  return await Promise.all(
    found.map(async ({ path, line, rule, message }) => {
      return { path, line, rule, message: await run.gate.mask(cleanLine(message)) };
    }),
  );
}

function isRefused(error: unknown): boolean {
  return isAppError(error, "code_host_forbidden") || isAppError(error, "code_host_unauthorized");
}
