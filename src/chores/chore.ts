/** A call of one of the agent's tools; the arguments are those that any model would give. */
export interface ToolCall {
  name: string;
  input: Record<string, unknown>;
}

/**
 * A program that asks for tool calls in batches and is given the text of each result, in the same order.
 * Where it yields undefined, it stops for a moment and is given nothing.
 */
export type Steps<Result> = Generator<ToolCall[] | undefined, Result, string[]>;

export interface ChoreOutcome {
  /** At most 72 characters. */
  title: string;
  /** What was done, with counts; one paragraph each. */
  paragraphs: string[];
  /** What was left and why; one list entry each. */
  left: string[];
}

export const callsPerStepMax = 40;

export function isFailure(result: string): boolean {
  return result.startsWith("error: ");
}

/** The reason of a failed call as one line. */
export function failureReason(result: string): string {
  return result.slice("error: ".length).split("\n", 1)[0]!.trim();
}

export function* callOne(name: string, input: Record<string, unknown>): Steps<string> {
  const [result] = yield [{ name, input }];
  return result ?? "";
}
