import type { IncomingHttpHeaders } from "node:http";
import type { EngineModel, EngineProtocol } from "./engine-model.ts";

const keyHeaders: Record<EngineProtocol, (key: string) => Record<string, string>> = {
  openai: (key) => ({ authorization: `Bearer ${key}` }),
  "openai-responses": (key) => ({ authorization: `Bearer ${key}` }),
  anthropic: (key) => ({ "x-api-key": key }),
  google: (key) => ({ "x-goog-api-key": key }),
};

/**
 * Beta features that only affect the model's answers; others let the provider load files or contact hosts.
 */
const betas =
  /^(?:interleaved-thinking|fine-grained-tool-streaming|token-efficient-tools|context-1m|effort|prompt-caching|claude-code)-[\w-]{1,40}$/;

const anthropicVersion = "2023-06-01";

/**
 * Rebuilds the headers of a request to the model with the key. Of the agent's own headers, only allowed
 * values of known ones are kept.
 */
export function requestHeaders(model: EngineModel, given: IncomingHttpHeaders): Record<string, string> {
  const isStream = given.accept?.includes("text/event-stream") === true;
  const chosen = String(given["anthropic-beta"] ?? "")
    .split(",")
    .map((name) => name.trim())
    .filter((name) => betas.test(name));
  return {
    "content-type": "application/json",
    accept: isStream ? "text/event-stream" : "application/json",
    ...(model.protocol === "anthropic" && { "anthropic-version": anthropicVersion }),
    ...(model.protocol === "anthropic" && chosen.length > 0 && { "anthropic-beta": chosen.join(",") }),
    ...(model.apiKey !== "" && keyHeaders[model.protocol](model.apiKey)),
  };
}
