import type { Conversation } from "./conversation.ts";
import type { StepUsage } from "./types.ts";

/**
 * Returns why the next step may not be taken; null if it may. Estimates the size of the step, because every
 * step sends the whole conversation again.
 */
export function findExceededBudget(conversation: Conversation): string | null {
  const { maxSteps, maxTokens, maxCostUsd } = conversation.run.budget;
  const { steps, tokens, costUsd } = conversation;
  if (steps >= maxSteps) return `The job used its ${maxSteps} steps before it was done.`;
  const next = estimateNext(conversation);
  if (maxTokens !== null && tokens + next.inputTokens > maxTokens) {
    return `The job used ${tokens} of at most ${maxTokens} tokens and was not done; the next step would exceed that.`;
  }
  if (maxCostUsd === null) return null;
  const nextCost = conversation.run.costOf(next);
  if (costUsd === null || nextCost === null) {
    return "The price of this model is not known, so a cost limit cannot be enforced. Set COPYDESK_PRICES, or leave maxCostUsd out.";
  }
  if (costUsd + nextCost <= maxCostUsd) return null;
  return `The job spent ${formatUsd(costUsd)} of at most ${formatUsd(maxCostUsd)} and was not done; the next step would exceed that.`;
}

/** Asks the caller of the loop, who knows the usage elsewhere. */
export async function findRefusal({ run, last }: Pick<Conversation, "run" | "last">): Promise<string | null> {
  const { inputTokens, ...rest } = estimateNext({ last });
  return await run.refuseStep({ tokens: inputTokens, costUsd: run.costOf({ inputTokens, ...rest }) });
}

function estimateNext({ last }: Pick<Conversation, "last">): StepUsage {
  if (last === null) return { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 };
  const { inputTokens, cachedInputTokens, outputTokens } = last.usage;
  return { inputTokens: inputTokens + outputTokens, cachedInputTokens, cacheWriteTokens: 0, outputTokens: 0 };
}

function formatUsd(amount: number): string {
  return `$${amount.toFixed(amount < 1 ? 4 : 2)}`;
}
