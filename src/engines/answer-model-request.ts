import type { IncomingMessage, ServerResponse } from "node:http";
import { maskCredentials } from "../outgoing/mask-credentials.ts";
import { type AnswerTokens, noTokens } from "./engine-model.ts";
import type { ProxyState } from "./proxy-state.ts";
import { bytesPerToken, readAnswerUsage, type UsageReader } from "./read-answer-usage.ts";
import { rebuildModelRequest } from "./rebuild-model-request.ts";
import { requestHeaders } from "./request-headers.ts";
import { type ModelRoute, routeModelRequest } from "./route-model-request.ts";

const bodyBytesMax = 32 * 1024 * 1024;
const errorBytesMax = 64 * 1024;
/** Maximum of concurrent requests, which bounds by how much a budget can be exceeded. */
const activeMax = 8;

const answerHeaders = ["content-type", "retry-after", "retry-after-ms", "x-should-retry"];

/** Answers one request by the agent; rejects if the agent or the model disconnects halfway. */
export async function answerModelRequest(
  state: ProxyState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host } = request.headers;
  const isOwnHost = host === state.host || host === state.host.replace("127.0.0.1", "localhost");
  const route = isOwnHost ? routeModelRequest(state.model, request.method, request.url) : null;
  if (route === null) {
    request.resume();
    return refuse(response, 403, "only the model of this job can be reached");
  }
  const body = await readBody(request);
  if (body === null) return refuse(response, 413, "the request is too large");
  const clean = request.method === "GET" ? null : rebuildModelRequest(state.model, parse(body));
  if (typeof clean === "string") return refuse(response, 403, clean);
  if (route.isAnswer) {
    const exceeded = findExceeded(state);
    if (exceeded !== null) return refuseForBudget(state, response, exceeded);
    if (state.active >= activeMax) return refuse(response, 429, "too many requests at once");
    state.usage.requests += 1;
  }
  state.active += 1;
  try {
    await passOn(state, route, request, response, clean === null ? null : JSON.stringify(clean));
  } finally {
    state.active -= 1;
  }
}

function findExceeded({ usage, budget }: ProxyState): string | null {
  if (usage.requests >= budget.maxSteps) return `The budget of ${budget.maxSteps} steps is used up.`;
  const tokens = usage.inputTokens + usage.outputTokens;
  if (budget.maxTokens === null || tokens < budget.maxTokens) return null;
  return `The budget of ${budget.maxTokens} tokens is used up.`;
}

function refuseForBudget(state: ProxyState, response: ServerResponse, message: string): void {
  refuse(response, 429, message);
  if (state.isExceeded) return;
  state.isExceeded = true;
  state.onBudgetExceeded(message);
}

async function passOn(
  state: ProxyState,
  route: ModelRoute,
  request: IncomingMessage,
  response: ServerResponse,
  body: string | null,
): Promise<void> {
  const aborter = new AbortController();
  response.once("close", () => aborter.abort());
  let reader: UsageReader | null = null;
  let [isFailure, isWhole] = [false, false];
  try {
    const answer = await state.fetch(route.url, {
      method: request.method,
      headers: requestHeaders(state.model, request.headers),
      body,
      signal: AbortSignal.any([aborter.signal, state.signal]),
    });
    isFailure = !answer.ok;
    if (isFailure) return await passError(state, answer, response);
    const contentType = answer.headers.get("content-type") ?? "";
    response.writeHead(
      answer.status,
      pick(answerHeaders, (name) => answer.headers.get(name)),
    );
    reader = readAnswerUsage(state.model.protocol, contentType);
    for await (const chunk of answer.body ?? []) {
      reader.push(chunk);
      if (!response.write(chunk)) await drained(response);
    }
    isWhole = true;
    response.end();
  } catch (error) {
    if (response.headersSent || response.destroyed) throw error;
    isFailure = true;
    refuse(response, 502, "the model cannot be reached");
  } finally {
    if (route.isAnswer && !isFailure) countTokens(state, reader, { body, isWhole });
  }
}

/**
 * Adds the usage of a request. If the agent disconnects before the end, where usage is reported, tokens are
 * estimated from the bytes transferred.
 */
function countTokens(
  { usage, onUsage }: ProxyState,
  reader: UsageReader | null,
  exchange: { body: string | null; isWhole: boolean },
): void {
  const { told, outputEstimate } = reader?.end() ?? { told: null, outputEstimate: 0 };
  const isTold = told !== null && told.inputTokens + told.outputTokens > 0;
  const tokens: AnswerTokens = isTold
    ? { ...told }
    : { ...noTokens, inputTokens: Math.ceil(Buffer.byteLength(exchange.body ?? "") / bytesPerToken) };
  if (!isTold || !exchange.isWhole) {
    usage.estimatedRequests += 1;
    tokens.outputTokens = Math.max(tokens.outputTokens, outputEstimate);
  }
  usage.inputTokens += tokens.inputTokens;
  usage.cachedInputTokens += tokens.cachedInputTokens;
  usage.cacheWriteTokens += tokens.cacheWriteTokens;
  usage.outputTokens += tokens.outputTokens;
  onUsage({ ...usage });
}

/** Masks keys, because providers repeat them in their errors. */
async function passError(state: ProxyState, answer: Response, response: ServerResponse): Promise<void> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > errorBytesMax) break;
  }
  const { apiKey } = state.model;
  const safe = maskCredentials(text, [apiKey]);
  response.writeHead(
    answer.status,
    pick(answerHeaders, (name) => answer.headers.get(name)),
  );
  response.end(safe.slice(0, errorBytesMax));
}

function refuse(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify({ error: { message: `Copydesk: ${message}`, type: "refused", code: status } }));
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > bodyBytesMax) return null;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function pick(
  names: readonly string[],
  read: (name: string) => string | string[] | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
}

async function drained(response: ServerResponse): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const done = () => {
      response.off("drain", done).off("close", gone);
      resolve();
    };
    const gone = () => {
      response.off("drain", done);
      reject(new Error("the agent went away"));
    };
    response.once("drain", done).once("close", gone);
  });
}
