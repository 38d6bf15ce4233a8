/** Which API the model speaks; it decides what the agent may ask for and where usage is found in answers. */
export type EngineProtocol = "openai" | "openai-responses" | "anthropic" | "google";

export interface EngineModel {
  /** As the provider calls it; every request of the agent is made to name it. */
  name: string;
  protocol: EngineProtocol;
  /**
   * With the version, as in `https://api.openai.com/v1` or
   * `https://generativelanguage.googleapis.com/v1beta`.
   */
  baseUrl: string;
  /** Never enters the sandbox. "" for a model that needs none. */
  apiKey: string;
}

export interface AnswerTokens {
  /** All input tokens, those from the provider's cache included. */
  inputTokens: number;
  cachedInputTokens: number;
  /** Of the input tokens, those that were written into the provider's cache; 0 where unknown. */
  cacheWriteTokens: number;
  outputTokens: number;
}

export interface EngineUsage extends AnswerTokens {
  /** Requests that were passed on and ask for an answer of the model. */
  requests: number;
  /**
   * Of these, the ones whose answer named no usage (cut off, or the provider does not say): theirs is
   * estimated from bytes.
   */
  estimatedRequests: number;
}

export const noTokens: AnswerTokens = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};
