import type { AgentRun } from "../../src/agent/types.ts";

/**
 * What most conversations in tests share: no history, no price, a wide window, nobody who speaks meanwhile.
 */
export const plainRun: Pick<
  AgentRun,
  | "earlier"
  | "contextTokens"
  | "costOf"
  | "callPrefix"
  | "deadline"
  | "recorded"
  | "takeMessages"
  | "refuseStep"
  | "clean"
> = {
  earlier: null,
  contextTokens: 200_000,
  costOf: () => null,
  callPrefix: "call",
  deadline: Number.POSITIVE_INFINITY,
  recorded: [],
  takeMessages: async () => null,
  refuseStep: async () => null,
  clean: async (event) => event,
};
