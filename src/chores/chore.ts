import type { ToolData } from "../agent/tools/tool-data.ts";

/** A call of one of the agent's tools, with the arguments that any model would give. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

/** The result of a call. */
export interface ToolAnswer {
  ok: boolean;
  /** After a failure, the reason. */
  text: string;
  data: ToolData | null;
}

/**
 * A program that requests tool calls in batches and receives the result of each, in the same order. Yielding
 * undefined pauses it for a moment, and it receives nothing.
 */
export type Steps<Result> = Generator<ToolCall[] | undefined, Result, ToolAnswer[]>;

export interface ChoreOutcome {
  /** At most 72 characters. */
  title: string;
  /** Work done, with counts; one paragraph each. */
  paragraphs: string[];
  /** Work left and the reason; one list entry each. */
  left: string[];
}

export const callsPerStepMax = 40;

/** Stands for a call whose result is missing from the conversation. */
export const noAnswer: ToolAnswer = { ok: true, text: "", data: null };

/** Returns the reason of a failed call as one line. */
export function failureReason({ text }: ToolAnswer): string {
  return text.split("\n", 1)[0]!.trim();
}

export function* callOne(name: string, input: Record<string, unknown>): Steps<ToolAnswer> {
  const [answer] = yield [{ name, input }];
  return answer ?? noAnswer;
}
