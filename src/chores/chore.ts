import type { ToolData } from "../agent/tools/tool-data.ts";

/** A call of one of the agent's tools; the arguments are those that any model would give. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

/** The result of a call. */
export interface ToolAnswer {
  ok: boolean;
  /** Of a failure: the reason. */
  text: string;
  data: ToolData | null;
}

/**
 * A program that asks for tool calls in batches and is given the result of each, in the same order. Where it
 * yields undefined, it stops for a moment and is given nothing.
 */
export type Steps<Result> = Generator<ToolCall[] | undefined, Result, ToolAnswer[]>;

export interface ChoreOutcome {
  /** At most 72 characters. */
  title: string;
  /** What was done, with counts; one paragraph each. */
  paragraphs: string[];
  /** What was left and why; one list entry each. */
  left: string[];
}

export const callsPerStepMax = 40;

/** Of a call whose result the conversation does not have. */
export const noAnswer: ToolAnswer = { ok: true, text: "", data: null };

/** The reason of a failed call as one line. */
export function failureReason({ text }: ToolAnswer): string {
  return text.split("\n", 1)[0]!.trim();
}

export function* callOne(name: string, input: Record<string, unknown>): Steps<ToolAnswer> {
  const [answer] = yield [{ name, input }];
  return answer ?? noAnswer;
}
