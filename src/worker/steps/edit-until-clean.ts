import { type AgentAccount, runAgent } from "../../agent/run-agent.ts";
import type { AgentEvent, AgentOutcome } from "../../agent/types.ts";
import { readTranslationRequest } from "../../translations/translation-request.ts";
import { createAgentWorkspace } from "../agent-workspace.ts";
import { describeSources } from "../context/describe-sources.ts";
import { JobFailure } from "../failure.ts";
import { describeNewFindings, gateChange, gateFailure, repairRoundsMax } from "../gate.ts";
import { readInstructions } from "../read-instructions.ts";
import { noteMovesAndDeletions, recordAgentEvent } from "../record-agent-event.ts";
import { describePast } from "../recorded-turn.ts";
import { refuseByCap } from "../refuse-by-cap.ts";
import type { Baseline, Edited, Finished, Prepared, Run } from "../run.ts";
import { cleanAgentEvent } from "../texts/clean-agent-event.ts";
import { cleanFinished } from "../texts/clean-finished.ts";
import { summarizeSite } from "../texts/summarize-site.ts";
import { editWithEngine } from "./edit-with-engine.ts";

const pagesMax = 100;

/**
 * Lets the agent work until it is done and the gate finds no new problem, with at most three repair rounds.
 */
export async function editUntilClean(run: Run, prepared: Prepared, baseline: Baseline): Promise<Edited> {
  const { engine } = run.job.settings;
  if (engine !== undefined) return await editWithEngine(run, prepared, baseline, engine);
  const agent = await startAgent(run, prepared, baseline);
  let finished = await finishedOrThrow(run, await agent.start());
  for (let round = 0; ; round += 1) {
    run.title = finished.title;
    const recorded = agent.recordedContinuation();
    if (recorded !== null) {
      finished = await finishedOrThrow(run, await agent.continueWith(recorded));
      continue;
    }
    const account = agent.account();
    const checks = await gateChange(run, prepared, baseline, account.citations);
    if (checks.new.length === 0) return { ...finished, checks, pages: pagesOf(account) };
    if (round === repairRoundsMax) throw gateFailure(checks.new);
    await run.ledger.record("repair_round", { round: round + 1, new: checks.new.length });
    finished = await finishedOrThrow(run, await agent.continueWith(describeNewFindings(checks.new)));
  }
}

/** Returns the pages that the agent says need no change, or else those that it has read. */
function pagesOf({ pagesKept, pagesRead }: AgentAccount): { path: string; why: string | null }[] {
  if (pagesKept.length > 0) return [...pagesKept];
  return pagesRead.slice(0, pagesMax).map((path) => ({ path, why: null }));
}

async function startAgent(run: Run, prepared: Prepared, baseline: Baseline) {
  const { deps, job, budget, recorded, deadline, signal } = run;
  for (const event of recorded)
    if (event.kind === "tool_result") noteMovesAndDeletions(run, event.operations);
  return runAgent({
    workspace: createAgentWorkspace(run, prepared, baseline),
    model: deps.resolveModel(job.model, job.settings.models),
    prompt: baseline.task,
    instructions: await readInstructions(prepared),
    siteSummary: summarizeSite(baseline, prepared) + describeSources(run.context),
    earlier: job.turn === 1 ? null : describePast(run.past),
    budget,
    contextTokens: deps.contextTokens,
    costOf: (usage) => deps.costOf(job.model, usage),
    callPrefix: job.callPrefix,
    deadline,
    signal,
    recorded,
    takeMessages: () => takeMessages(run),
    refuseStep: async (next) => refuseByCap(await run.loadCaps(), next),
    clean: (event: AgentEvent) => cleanAgentEvent(run.gate, event),
    emit: (event: AgentEvent) => recordAgentEvent(run, event),
  });
}

async function takeMessages(run: Run): Promise<{ text: string; through: number } | null> {
  if (run.ledger.newestMessage() <= run.messagesTaken) return null;
  const waiting = await run.loadMessages(run.messagesTaken);
  // Stale translations are determined when a turn begins, so such a message needs a turn of its own.
  const next = waiting.findIndex(({ prompt }) => readTranslationRequest(prompt) !== null);
  const messages = next < 0 ? waiting : waiting.slice(0, next);
  const last = messages.at(-1);
  if (last === undefined) return null;
  return { text: messages.map(({ prompt }) => prompt).join("\n\n"), through: last.seq };
}

async function finishedOrThrow(run: Run, outcome: AgentOutcome): Promise<Finished> {
  switch (outcome.kind) {
    case "finished":
      return await cleanFinished(run, outcome);
    case "not_understood":
      throw new JobFailure("instruction_not_understood", outcome.message);
    case "budget_exceeded":
      throw new JobFailure("budget_exceeded", outcome.message);
    case "stuck":
      throw new JobFailure("agent_stuck", outcome.message);
    case "model_error":
      throw new JobFailure("model_error", outcome.message);
  }
}
