import { encode } from "gpt-tokenizer/encoding/o200k_base";

export interface TokenCounts {
  /** Tokens of the first request's system prompt and tools, which every request repeats. */
  fixedTokens: number;
  /** Tokens of all requests, as the JSON that was sent. */
  jobTokens: number;
}

interface Message {
  role?: string;
}

/** Counts o200k tokens, whatever model the request was meant for, so that the numbers are comparable. */
export function countTokens(requests: readonly Record<string, unknown>[]): TokenCounts {
  const [first] = requests;
  return {
    fixedTokens: first === undefined ? 0 : count(fixedPart(first)),
    jobTokens: requests.reduce((sum, request) => sum + count(request), 0),
  };
}

/** The protocols have the system prompt in a field of its own, or as system or developer messages. */
function fixedPart({ tools, system, instructions, messages, input }: Record<string, unknown>): unknown {
  const conversation = (messages ?? input ?? []) as Message[];
  const fixed = conversation.filter(({ role }) => role === "system" || role === "developer");
  return { tools, system, instructions, fixed };
}

function count(value: unknown): number {
  return encode(JSON.stringify(value)).length;
}
