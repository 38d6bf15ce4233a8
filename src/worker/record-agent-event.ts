import type { AgentEvent, FileOperation, StepUsage } from "../agent/types.ts";
import type { Usage } from "../jobs/record.ts";
import { note } from "../telemetry/observe.ts";
import type { Run } from "./run.ts";

/** Stores an event of the agent's loop, together with what it changes on the job. */
export async function recordAgentEvent(run: Run, event: AgentEvent): Promise<void> {
  run.repeats = false;
  switch (event.kind) {
    case "prompt":
      return await recordPrompt(run, event);
    case "model_retry": {
      const { kind, ...data } = event;
      return await run.ledger.record(kind, data);
    }
    case "model_answer": {
      const { kind, ...data } = event;
      run.usage = addUsage(run.usage, event);
      noteUsage(run, event);
      return await run.ledger.record(kind, data, { usage: run.usage });
    }
    case "summary": {
      const { kind, ...data } = event;
      run.usage = addUsage(run.usage, event);
      noteUsage(run, event);
      return await run.ledger.record(kind, data, { usage: run.usage });
    }
    case "tool_result": {
      const { kind, ...data } = event;
      noteMovesAndDeletions(run, event.operations);
      return await run.ledger.record(kind, data);
    }
  }
}

/** Notes usage for the metrics; the job's own account is stored with the event. */
export function noteUsage(
  { job }: Pick<Run, "job">,
  { usage, costUsd }: { usage: StepUsage; costUsd: number | null },
): void {
  const { inputTokens: input, cachedInputTokens: cached, outputTokens: output } = usage;
  const about = { model: job.model, project: job.projectId };
  note("model_usage", about, { input, cached, output, costUsd });
}

async function recordPrompt(run: Run, event: Extract<AgentEvent, { kind: "prompt" }>): Promise<void> {
  const { kind, through, ...data } = event;
  if (through === null) return await run.ledger.record(kind, { ...data, through });
  const after = run.messagesTaken;
  run.messagesTaken = through;
  await run.ledger.record(kind, { ...data, through, after }, { messagesTaken: through });
}

export function addUsage(
  sum: Usage,
  { usage, costUsd, calls = 1 }: { usage: StepUsage; costUsd: number | null; calls?: number },
): Usage {
  // Nothing has been spent before the first call, whatever the price: null only means that nobody has asked
  // yet.
  const spent = sum.steps === 0 ? 0 : sum.costUsd;
  return {
    steps: sum.steps + calls,
    inputTokens: sum.inputTokens + usage.inputTokens,
    cachedInputTokens: sum.cachedInputTokens + usage.cachedInputTokens,
    outputTokens: sum.outputTokens + usage.outputTokens,
    costUsd: spent === null || costUsd === null ? null : spent + costUsd,
  };
}

export function noteMovesAndDeletions(
  run: Pick<Run, "renames" | "deleted">,
  operations: readonly FileOperation[],
): void {
  for (const operation of operations) {
    if (operation.op === "delete") run.deleted.add(operation.path);
    if (operation.op !== "move") continue;
    const [origin] = [...run.renames].find(([, to]) => to === operation.from) ?? [operation.from];
    run.renames.set(origin, operation.to);
  }
}
