import { runAgent } from "../../agent/run-agent.ts";
import type { AgentCheckReport, AgentEvent, AgentFinding, AgentOutcome } from "../../agent/types.ts";
import { checkChange, createAgentWorkspace } from "../agent-workspace.ts";
import { JobFailure } from "../failure.ts";
import { readInstructions } from "../read-instructions.ts";
import { noteRenames, recordAgentEvent } from "../record-agent-event.ts";
import { describePast } from "../recorded-turn.ts";
import type { Run } from "../run-job.ts";
import { summarizeSite } from "../summarize-site.ts";
import type { Baseline } from "./check-baseline.ts";
import type { Prepared } from "./prepare-workspace.ts";

export interface Edited {
  title: string;
  summary: string;
  checks: AgentCheckReport;
}

export const repairRoundsMax = 3;

const findingsShownMax = 40;

/** Lets the agent work until it is done and the gate finds no new problem, at most three repair rounds long. */
export async function editUntilClean(run: Run, prepared: Prepared, baseline: Baseline): Promise<Edited> {
  const agent = await startAgent(run, prepared, baseline);
  let finished = finishedOrThrow(await agent.start());
  for (let round = 0; ; round += 1) {
    run.title = finished.title;
    const recorded = agent.recordedContinuation();
    if (recorded !== null) {
      finished = finishedOrThrow(await agent.continueWith(recorded));
      continue;
    }
    const checks = await gate(run, prepared, baseline);
    if (checks.new.length === 0) return { ...finished, checks };
    if (round === repairRoundsMax) throw gateFailure(checks.new);
    await run.ledger.record("repair_round", { round: round + 1, new: checks.new.length });
    finished = finishedOrThrow(await agent.continueWith(describeNewFindings(checks.new)));
  }
}

async function startAgent(run: Run, prepared: Prepared, baseline: Baseline) {
  const { deps, job, budget, recorded, deadline, signal } = run;
  for (const event of recorded) if (event.kind === "tool_result") noteRenames(run, event.operations);
  return runAgent({
    workspace: createAgentWorkspace(run, prepared, baseline),
    model: deps.resolveModel(job.model),
    prompt: job.prompt,
    instructions: await readInstructions(prepared),
    siteSummary: summarizeSite(baseline, prepared),
    earlier: job.turn === 1 ? null : describePast(run.past),
    budget,
    contextTokens: deps.contextTokens,
    costOf: (usage) => deps.costOf(job.model, usage),
    callPrefix: job.callPrefix,
    deadline,
    signal,
    recorded,
    takeMessages: () => takeMessages(run),
    emit: (event: AgentEvent) => recordAgentEvent(run, event),
  });
}

async function takeMessages(run: Run): Promise<{ text: string; through: number } | null> {
  if (run.ledger.newestMessage() <= run.messagesTaken) return null;
  const messages = await run.loadMessages(run.messagesTaken);
  const last = messages.at(-1);
  if (last === undefined) return null;
  return { text: messages.map(({ prompt }) => prompt).join("\n\n"), through: last.seq };
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
