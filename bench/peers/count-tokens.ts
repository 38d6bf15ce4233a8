import { encode } from "gpt-tokenizer/encoding/o200k_base";

export interface TokenCounts {
  /** Of the first request: system prompt and tools, the part that every request repeats. */
  fixedTokens: number;
  /** Of all requests, as the JSON that was sent. */
  jobTokens: number;
}

interface Message {
  role?: string;
}

/** o200k tokens, whatever model the request was meant for, so that the numbers compare. */
export function countTokens(requests: readonly Record<string, unknown>[]): TokenCounts {
  const [first] = requests;
  return {
    fixedTokens: first === undefined ? 0 : count(fixedPart(first)),
    jobTokens: requests.reduce((sum, request) => sum + count(request), 0),
  };
}

/**
 * The protocols have the system prompt in a field of its own, or as messages of the system or the developer.
 */
function fixedPart({ tools, system, instructions, messages, input }: Record<string, unknown>): unknown {
  const conversation = (messages ?? input ?? []) as Message[];
  const fixed = conversation.filter(({ role }) => role === "system" || role === "developer");
  return { tools, system, instructions, fixed };
}

function count(value: unknown): number {
  return encode(JSON.stringify(value)).length;
}
