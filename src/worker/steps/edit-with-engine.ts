import { buildFirstMessage } from "../../agent/prompt.ts";
import type { AgentCheckReport } from "../../agent/types.ts";
import type { EngineSettings } from "../../store/project-settings.ts";
import { describeMounts, mountContext } from "../context/mount-context.ts";
import type { EngineOutcome } from "../engine.ts";
import { JobFailure } from "../failure.ts";
import { describeNewFindings, gateChange, gateFailure, repairRoundsMax } from "../gate.ts";
import { readInstructions } from "../read-instructions.ts";
import { addUsage, noteUsage } from "../record-agent-event.ts";
import { describePast } from "../recorded-turn.ts";
import { fitBudget, refuseByCap } from "../refuse-by-cap.ts";
import type { Baseline, Edited, Finished, Prepared, Run } from "../run.ts";
import { takeCheckout } from "../take-checkout.ts";
import { cleanFinished } from "../texts/clean-finished.ts";
import { summarizeSite } from "../texts/summarize-site.ts";

const rules = `You edit the documentation in the current folder. Change files only; do not commit, push or install anything. Keep the style of the pages around, and links, anchors and navigation working. When you are done, answer with one short line that names the change, then a short summary of what you changed and why.`;

const nothing = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };

/**
 * Lets the project's own engine, another agent in a sandbox, do the editing. Only the tree that it leaves
 * counts, and it passes the same gate; if that finds problems, the engine is started again with them.
 */
export async function editWithEngine(
  run: Run,
  prepared: Prepared,
  baseline: Baseline,
  engine: EngineSettings,
): Promise<Edited> {
  const contextFolders = await mountContext(run, prepared);
  let prompt = `${await writePrompt(run, prepared, baseline)}${describeMounts(run)}`;
  for (let round = 0; ; round += 1) {
    const finished = await runEngine(run, prepared, baseline, { engine, prompt, contextFolders });
    run.title = finished.title;
    await takeTree(run, prepared, baseline);
    const checks: AgentCheckReport = await gateChange(run, prepared, baseline);
    if (checks.new.length === 0) return { ...finished, checks };
    if (round === repairRoundsMax) throw gateFailure(checks.new);
    await run.ledger.record("repair_round", { round: round + 1, new: checks.new.length });
    prompt = `${rules}\n\nYou have worked on this task before:\n${baseline.task}\n\n${describeNewFindings(checks.new)}`;
  }
}

async function writePrompt(run: Run, prepared: Prepared, baseline: Baseline): Promise<string> {
  const { content } = buildFirstMessage({
    prompt: baseline.task,
    instructions: await readInstructions(prepared),
    siteSummary: summarizeSite(baseline, prepared),
    earlier: run.job.turn === 1 ? null : describePast(run.past),
  });
  const text =
    typeof content === "string"
      ? content
      : content.map((part) => ("text" in part ? part.text : "")).join("\n");
  return `${rules}\n\n${text}`;
}

interface EngineStart {
  engine: EngineSettings;
  prompt: string;
  contextFolders: Readonly<Record<string, string>>;
}

async function runEngine(
  run: Run,
  prepared: Prepared,
  { refuseWrite }: Baseline,
  { engine, prompt, contextFolders }: EngineStart,
): Promise<Finished> {
  const { deps, job, budget, signal, ledger } = run;
  const caps = await run.loadCaps();
  const refusal = refuseByCap(caps, { tokens: 0, costUsd: deps.costOf(job.model, nothing) });
  if (refusal !== null) throw new JobFailure("budget_exceeded", refusal);
  await ledger.record("prompt", { cause: "engine", text: prompt, through: null });
  const outcome = await deps.runEngine({
    engine,
    model: job.model,
    projectModels: job.settings.models,
    ...{ directory: prepared.checkout!.directory, contextFolders },
    prompt,
    refuseWrite,
    emit: ({ kind, ...data }) => ledger.record(kind, data),
    budget: fitBudget(budget, caps),
    signal,
  });
  return await settle(run, outcome);
}

async function settle(run: Run, outcome: EngineOutcome): Promise<Finished> {
  const { usage, ...said } = outcome;
  const costUsd = run.deps.costOf(run.job.model, usage);
  run.usage = addUsage(run.usage, { usage, costUsd, calls: usage.requests });
  noteUsage(run, { usage, costUsd });
  await run.ledger.record("engine_result", { ...said, usage, costUsd }, { usage: run.usage });
  switch (outcome.kind) {
    case "finished":
      return await cleanFinished(run, outcome);
    case "budget_exceeded":
      throw new JobFailure("budget_exceeded", outcome.message);
    case "refused":
    case "failed":
      throw new JobFailure("model_error", outcome.message);
  }
}

/** Takes the engine's changes from the tree, whatever the engine says. */
async function takeTree(run: Run, { checkout, tree }: Prepared, { site }: Baseline): Promise<void> {
  await takeCheckout(checkout!, tree, run.signal);
  const paths = tree.changedPaths();
  for (const path of paths) run.changedPaths.add(path);
  site.noteChanges(paths);
  run.tree = paths.length === 0 ? null : tree.treeId();
}
