import { googlePath } from "../agent/models/providers/google-path.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import type { EngineModel, EngineProtocol } from "./engine-model.ts";

export interface ModelRoute {
  url: string;
  /** True for a request that generates an answer, which is counted; others list models or count tokens. */
  isAnswer: boolean;
}

type Target = { path: string; isAnswer: boolean };

/**
 * Returns the destination of an agent's request; null unless it is one of the few that the model's protocol
 * needs, because a provider's other paths give access to files, batches and account settings. `target` is the
 * untrusted target from the request line.
 */
export function routeModelRequest(
  model: EngineModel,
  method: string | undefined,
  target: string | undefined,
): ModelRoute | null {
  const base = new URL(model.baseUrl);
  const prefix = trimEndCharacters(base.pathname, "/");
  const path = target?.split("?", 1)[0] ?? "";
  // No escapes or dot segments, so that the path compared here is the one that the provider sees.
  if (!path.startsWith(`${prefix}/`) || !/^\/[\w.:/-]*$/.test(path) || /\/\.{0,2}(\/|$)/.test(path))
    return null;
  const found = targets[model.protocol](method ?? "", path.slice(prefix.length + 1), model.name);
  if (found === null) return null;
  const search = model.protocol === "google" ? googleSearch(target ?? "") : "";
  return { url: `${base.origin}${prefix}/${found.path}${search}`, isAnswer: found.isAnswer };
}

const targets: Record<EngineProtocol, (method: string, path: string, name: string) => Target | null> = {
  openai: (method, path, name) =>
    method === "POST" ? exactly(path, "chat/completions", true) : modelList(method, path, name),
  "openai-responses": (method, path, name) =>
    method === "POST" ? exactly(path, "responses", true) : modelList(method, path, name),
  anthropic: (method, path, name) =>
    method === "POST"
      ? (exactly(path, "messages", true) ?? exactly(path, "messages/count_tokens", false))
      : modelList(method, path, name),
  google(method, path, name) {
    const verb = /^models\/[\w.-]+:(generateContent|streamGenerateContent|countTokens)$/.exec(path)?.[1];
    if (method !== "POST" || verb === undefined) return modelList(method, path, name);
    return { path: `${googlePath(name)}:${verb}`, isAnswer: verb !== "countTokens" };
  },
};

function exactly(path: string, wanted: string, isAnswer: boolean): Target | null {
  return path === wanted ? { path, isAnswer } : null;
}

/** Allows information about a single model only for the job's own. */
function modelList(method: string, path: string, name: string): Target | null {
  const isKnown = path === "models" || path === `models/${name}`;
  return method === "GET" && isKnown ? { path, isAnswer: false } : null;
}

/** Keeps only the choice of the answer's format; in particular drops `key=`. */
function googleSearch(target: string): string {
  return new URLSearchParams(target.split("?", 2)[1] ?? "").get("alt") === "sse" ? "?alt=sse" : "";
}
