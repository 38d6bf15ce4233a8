import type { z } from "zod";
import { type ExplainedIssue, parseExplained } from "../schemas/parse-explained.ts";
import type { EngineModel, EngineProtocol } from "./engine-model.ts";
import { chatRequest } from "./requests/chat-request.ts";
import { generateRequest } from "./requests/generate-request.ts";
import { messagesRequest } from "./requests/messages-request.ts";
import { responsesRequest } from "./requests/responses-request.ts";

const requests: Record<EngineProtocol, z.ZodType<object>> = {
  openai: chatRequest,
  "openai-responses": responsesRequest,
  anthropic: messagesRequest,
  google: generateRequest,
};

const depthMax = 200;

/**
 * Rebuilds a request's body for the job's model from the fields that an agent needs. Drops other fields;
 * refuses content of unknown kinds or that is stored elsewhere. Returns the reason, a string, if the request
 * is refused.
 */
export function rebuildModelRequest(model: EngineModel, body: unknown): Record<string, unknown> | string {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    return "the body is not a JSON object";
  if (isTooDeep(body)) return `the body is nested more than ${depthMax} levels deep`;
  const parsed = parseExplained<z.ZodType<object>>(requests[model.protocol], body);
  if ("issues" in parsed) return describe(parsed.issues[0]!);
  return { ...parsed.data, ...(model.protocol !== "google" && { model: model.name }) };
}

function describe({ path, message }: ExplainedIssue): string {
  return `${path.join(".")}: ${message}`;
}

function isTooDeep(value: object): boolean {
  let level: object[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > depthMax) return true;
    level = level.flatMap((parent) =>
      Object.values(parent).filter((child): child is object => typeof child === "object" && child !== null),
    );
  }
  return false;
}
