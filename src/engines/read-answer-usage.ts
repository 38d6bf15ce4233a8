import { StringDecoder } from "node:string_decoder";
import type { AnswerTokens, EngineProtocol } from "./engine-model.ts";

type Json = Record<string, unknown>;

export interface UsageReader {
  push(chunk: Uint8Array): void;
  /** Returns the usage reported so far, or null, and an estimate of the output tokens based on bytes. */
  end(): { told: AnswerTokens | null; outputEstimate: number };
}

/** Longer answers, or events of an answer, are forwarded unread. */
const charactersMax = 16 * 1024 * 1024;
export const bytesPerToken = 4;
/** Bytes of an event that are not text. */
const eventBytes = 250;

/** Reads the usage from an answer (JSON or server-sent events) as it passes, without delaying it. */
export function readAnswerUsage(protocol: EngineProtocol, contentType: string): UsageReader {
  return contentType.includes("text/event-stream") ? readEvents(protocol) : readJson(protocol);
}

function readJson(protocol: EngineProtocol): UsageReader {
  const decoder = new StringDecoder("utf8");
  let text = "";
  let bytes = 0;
  return {
    push(chunk) {
      bytes += chunk.byteLength;
      if (text.length <= charactersMax) text += decoder.write(Buffer.from(chunk));
    },
    end() {
      const seen = {};
      for (const part of [parse(text)].flat()) Object.assign(seen, findUsage(protocol, part));
      return { told: toTokens(protocol, seen), outputEstimate: Math.ceil(bytes / bytesPerToken) };
    },
  };
}

function readEvents(protocol: EngineProtocol): UsageReader {
  const decoder = new StringDecoder("utf8");
  const seen: Json = {};
  let rest = "";
  let [bytes, events] = [0, 0];
  const take = (line: string) => {
    if (!line.startsWith("data:")) return;
    events += 1;
    Object.assign(seen, findUsage(protocol, parse(line.slice(5))));
  };
  return {
    push(chunk) {
      bytes += chunk.byteLength;
      const lines = (rest + decoder.write(Buffer.from(chunk))).split(/\r?\n/);
      rest = lines.pop()!;
      if (rest.length > charactersMax) rest = "";
      for (const line of lines) take(line);
    },
    end() {
      take(rest);
      const textBytes = Math.max(0, bytes - eventBytes * events);
      return {
        told: toTokens(protocol, seen),
        outputEstimate: events + Math.ceil(textBytes / bytesPerToken),
      };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Returns the usage object of a whole answer or one event; fields of later ones replace earlier ones. */
function findUsage(protocol: EngineProtocol, value: unknown): Json {
  const answer = object(value);
  if (protocol === "google") return object(answer.usageMetadata);
  const inner = protocol === "anthropic" ? answer.message : answer.response;
  const usage = { ...object(object(inner).usage), ...object(answer.usage) };
  return Object.fromEntries(Object.entries(usage).filter(([, field]) => field !== null));
}

function toTokens(protocol: EngineProtocol, usage: Json): AnswerTokens | null {
  if (Object.keys(usage).length === 0) return null;
  const at = (name: string) => count(usage[name]);
  switch (protocol) {
    case "openai":
      return tokens(
        at("prompt_tokens"),
        count(object(usage.prompt_tokens_details).cached_tokens),
        0,
        at("completion_tokens"),
      );
    case "openai-responses":
      return tokens(
        at("input_tokens"),
        count(object(usage.input_tokens_details).cached_tokens),
        0,
        at("output_tokens"),
      );
    case "anthropic": {
      const [read, written] = [at("cache_read_input_tokens"), at("cache_creation_input_tokens")];
      return tokens(at("input_tokens") + read + written, read, written, at("output_tokens"));
    }
    case "google":
      return tokens(
        at("promptTokenCount") + at("toolUsePromptTokenCount"),
        at("cachedContentTokenCount"),
        0,
        at("candidatesTokenCount") + at("thoughtsTokenCount"),
      );
  }
}

function tokens(
  inputTokens: number,
  cachedInputTokens: number,
  cacheWriteTokens: number,
  outputTokens: number,
): AnswerTokens {
  return { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens };
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0;
}
