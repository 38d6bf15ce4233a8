/** The model's API, which determines what the agent may request and where answers report usage. */
export type EngineProtocol = "openai" | "openai-responses" | "anthropic" | "google";

export interface EngineModel {
  /** The provider's name of the model; every request by the agent is rewritten to use it. */
  name: string;
  protocol: EngineProtocol;
  /**
   * Includes the version: `https://api.openai.com/v1`, `https://generativelanguage.googleapis.com/v1beta`.
   */
  baseUrl: string;
  /** Never enters the sandbox. "" if the model needs none. */
  apiKey: string;
}

export interface AnswerTokens {
  /** All input tokens, including those from the provider's cache. */
  inputTokens: number;
  cachedInputTokens: number;
  /** Input tokens written to the provider's cache; 0 if unknown. */
  cacheWriteTokens: number;
  outputTokens: number;
}

export interface EngineUsage extends AnswerTokens {
  /** Forwarded requests for an answer of the model. */
  requests: number;
  /**
   * Requests among these whose answer reported no usage (cut off, or not supported), so that it is estimated
   * from bytes.
   */
  estimatedRequests: number;
}

export const noTokens: AnswerTokens = {
  inputTokens: 0,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
};
