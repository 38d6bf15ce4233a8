/** Faults that every provider has, each with words, status and code of its own. */
export type ProviderProblem =
  | "wrong_key"
  | "unknown_model"
  | "quota"
  | "rate_limit"
  | "overloaded"
  | "server_error"
  | "context_overflow";

export interface ScriptedAnswer {
  text?: string;
  /** What the model thought; it comes back signed or encrypted, where the protocol has that. */
  reasoning?: string;
  /** `arguments`: an object, or a text that is sent as it is, where the protocol has arguments as text. */
  calls?: { id?: string; name: string; arguments: object | string }[];
  /**
   * In the words of chat completions; the other protocols translate `stop`, `tool_calls`, `length` and
   * `content_filter`.
   */
  finishReason?: string;
  usage?: {
    /** All input tokens, those from and into the cache included. */
    prompt_tokens: number;
    completion_tokens: number;
    cached_tokens?: number;
    cache_write_tokens?: number;
  };
  /** Answer with an error instead. */
  status?: number;
  headers?: Record<string, string>;
  errorBody?: unknown;
  /** The same in the provider's own form; `headers` are added. */
  problem?: ProviderProblem;
  /** The model does not want to, or the provider does not let it. */
  refusal?: string;
  /** No answer; the connection is cut in the middle of it; half of its JSON; an answer without any choice. */
  fault?: "hang" | "cut" | "malformed" | "no_choice";
  delayMs?: number;
}

export type Script<Wire> = (index: number, request: Wire) => ScriptedAnswer | Promise<ScriptedAnswer>;

export interface WireError {
  status: number;
  body: unknown;
}

/** One provider's API: what it refuses, and how it says things. */
export interface Protocol<Wire> {
  /** Below the host, without a slash at its end. */
  basePath: string;
  /** Of `POST` requests, without the base. */
  route: RegExp;
  /** Why the key is not in the right header, or null. */
  findKeyProblem(headers: Record<string, string | undefined>, key: string): string | null;
  /** Why the real API would refuse the request, or null. */
  findProblem(body: unknown, path: string): string | null;
  toAnswer(index: number, request: Wire, scripted: ScriptedAnswer): unknown;
  /** An answer of the protocol that has nothing in it. */
  noChoice: unknown;
  toBadRequest(problem: string): WireError;
  problems: Record<ProviderProblem, WireError>;
  /** `GET <base>/models`. */
  models: unknown;
}

/** For calls that the script gives no id. */
export function callId(prefix: string, index: number, position: number): string {
  return `${prefix}_${index}_${position}`;
}

export function finishReasonOf({ finishReason, calls = [] }: ScriptedAnswer): string {
  return finishReason ?? (calls.length > 0 ? "tool_calls" : "stop");
}

export function argumentsText(given: object | string): string {
  return typeof given === "string" ? given : JSON.stringify(given);
}

/** Protocols with arguments as objects give what could be read of a text. */
export function argumentsObject(given: object | string): object {
  if (typeof given === "object") return given;
  try {
    return JSON.parse(given);
  } catch {
    return {};
  }
}

export const usageDefault: NonNullable<ScriptedAnswer["usage"]> = {
  prompt_tokens: 100,
  completion_tokens: 10,
};

export function findUnknownField(body: object, known: readonly string[]): string | null {
  return Object.keys(body).find((name) => !known.includes(name)) ?? null;
}
