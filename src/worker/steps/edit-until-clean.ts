import { runAgent } from "../../agent/run-agent.ts";
import type {
  AgentCheckReport,
  AgentEvent,
  AgentFinding,
  AgentOutcome,
  FileOperation,
} from "../../agent/types.ts";
import { checkChange, createAgentWorkspace } from "../agent-workspace.ts";
import { JobFailure } from "../failure.ts";
import { readInstructions } from "../read-instructions.ts";
import type { Run } from "../run-job.ts";
import type { Baseline } from "./check-baseline.ts";
import type { Prepared } from "./prepare-workspace.ts";

export interface Edited {
  title: string;
  summary: string;
  checks: AgentCheckReport;
}

export const repairRoundsMax = 3;

const stepsMaxDefault = 200;
const findingsShownMax = 40;

/** Lets the agent work until it is done and the gate finds no new problem, at most three repair rounds long. */
export async function editUntilClean(run: Run, prepared: Prepared, baseline: Baseline): Promise<Edited> {
  const workspace = createAgentWorkspace(run, prepared, baseline);
  const { budget, prompt, model } = run.job;
  const agent = runAgent({
    workspace,
    model: run.deps.resolveModel(model),
    prompt,
    instructions: await readInstructions(prepared),
    siteSummary: summarizeSite(baseline, prepared),
    budget: {
      maxSteps: budget.maxSteps ?? stepsMaxDefault,
      maxTokens: budget.maxTokens ?? null,
      maxCostUsd: budget.maxCostUsd ?? null,
    },
    signal: run.signal,
    emit: (event) => recordAgentEvent(run, event),
  });
  let finished = finishedOrThrow(await agent.start());
  for (let round = 0; ; round += 1) {
    run.title = finished.title;
    const checks = await gate(run, prepared, baseline);
    if (checks.new.length === 0) return { ...finished, checks };
    if (round === repairRoundsMax) throw gateFailure(checks.new);
    await run.ledger.record("repair_round", { round: round + 1, new: checks.new.length });
    finished = finishedOrThrow(await agent.continueWith(describeNewFindings(checks.new)));
  }
}

async function gate(run: Run, prepared: Prepared, baseline: Baseline): Promise<AgentCheckReport> {
  const checks = await checkChange(run, prepared, baseline, run.signal);
  await run.ledger.record("checks", {
    counts: run.checks,
    new: checks.new.slice(0, findingsShownMax),
    fixed: checks.fixed.slice(0, findingsShownMax),
  });
  return checks;
}

async function recordAgentEvent(run: Run, { kind, ...data }: AgentEvent): Promise<void> {
  if (kind === "tool_result")
    noteRenames(run, (data as Extract<AgentEvent, { kind: "tool_result" }>).operations);
  if (kind !== "model_answer") return await run.ledger.record(kind, data);
  const { usage } = data as Extract<AgentEvent, { kind: "model_answer" }>;
  run.usage = {
    steps: run.usage.steps + 1,
    inputTokens: run.usage.inputTokens + usage.inputTokens,
    cachedInputTokens: run.usage.cachedInputTokens + usage.cachedInputTokens,
    outputTokens: run.usage.outputTokens + usage.outputTokens,
    costUsd: null,
  };
  await run.ledger.record(kind, data, { usage: run.usage });
}

function noteRenames(run: Run, operations: FileOperation[]): void {
  for (const operation of operations) {
    if (operation.op !== "move") continue;
    const [origin] = [...run.renames].find(([, to]) => to === operation.from) ?? [operation.from];
    run.renames.set(origin, operation.to);
  }
}

function finishedOrThrow(outcome: AgentOutcome): { title: string; summary: string } {
  switch (outcome.kind) {
    case "finished":
      return { title: outcome.title, summary: outcome.summary };
    case "not_understood":
      throw new JobFailure("instruction_not_understood", outcome.message);
    case "budget_exceeded":
      throw new JobFailure("budget_exceeded", outcome.message);
    case "model_error":
      throw new JobFailure("model_error", outcome.message);
  }
}

function gateFailure(findings: AgentFinding[]): JobFailure {
  const [first] = findings;
  const place = first === undefined ? "" : ` The first: ${describe(first)}.`;
  const count = findings.length === 1 ? "1 new problem" : `${findings.length} new problems`;
  return new JobFailure(
    "checks_failed",
    `The change brings ${count}, so no pull request was opened.${place}`,
  );
}

function describeNewFindings(findings: AgentFinding[]): string {
  const lines = findings.slice(0, findingsShownMax).map((finding) => `- ${describe(finding)}`);
  const rest =
    findings.length > lines.length ? `\n… and ${findings.length - lines.length} more; call check.` : "";
  return `The checks found problems that your change introduced:\n${lines.join("\n")}${rest}\nRepair them, then call finish again.`;
}

function describe({ rule, path, line, column, message }: AgentFinding): string {
  return `${rule} ${path}:${line}:${column} ${message}`;
}

function summarizeSite({ report }: Baseline, { files }: Prepared): string {
  const { generator, pageCount, navigationFile, docsRoot } = report.site;
  const kind = { mintlify: "a Mintlify site", mkdocs: "an MkDocs site", plain: "plain Markdown" }[generator];
  const navigation = navigationFile === null ? "no navigation file" : `navigation in ${navigationFile}`;
  return `The repository is ${kind} with ${pageCount} pages below "${docsRoot === "" ? "." : docsRoot}" (${files.length} files in all), ${navigation}, and ${report.findings.length} known problems.`;
}
