import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { closeServer } from "./close-server.ts";

export interface AcpModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  /** Names of the tools that the model may call. */
  tools: string[];
  /** How many results of tool calls are in the conversation. */
  results: number;
}

export interface AcpModelAnswer {
  text?: string;
  calls?: { name: string; arguments: object }[];
  status?: number;
  error?: unknown;
}

export type AcpModelScript = (index: number, request: AcpModelRequest) => AcpModelAnswer;

export interface AcpModelServer {
  /** Where both APIs are, without a version: `/v1` is chat completions, `/v1beta` is Google's. */
  root: string;
  requests: AcpModelRequest[];
  close(): Promise<void>;
}

/** Two model APIs on loopback, whole or streamed; each answer uses 100 and 10 tokens, 40 of them cached. */
export async function startAcpModelServer(script: AcpModelScript): Promise<AcpModelServer> {
  const requests: AcpModelRequest[] = [];
  const server = createServer((request, response) => {
    answer(requests, script, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      await closeServer(server);
    },
  };
}

async function answer(
  requests: AcpModelRequest[],
  script: AcpModelScript,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const body = text === "" ? {} : JSON.parse(text);
  const path = request.url ?? "";
  const seen = {
    path,
    headers: request.headers,
    body,
    ...(path.startsWith("/v1/") ? readChat(body) : readGoogle(body)),
  };
  const index = requests.push(seen) - 1;
  const scripted = script(index, seen);
  if (scripted.status !== undefined)
    return sendJson(response, scripted.status, scripted.error ?? { error: { message: "scripted" } });
  if (!path.startsWith("/v1/")) return sendGoogle(response, path, scripted);
  sendChat(response, seen, index, scripted);
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of two APIs, read leniently.
type Body = any;

function readChat(body: Body): { tools: string[]; results: number } {
  const messages: { role: string }[] = body.messages ?? [];
  return {
    tools: (body.tools ?? []).map((tool: Body) => tool.function.name),
    results: messages.filter(({ role }) => role === "tool").length,
  };
}

function readGoogle(body: Body): { tools: string[]; results: number } {
  const parts = (body.contents ?? []).flatMap((content: Body) => content.parts);
  return {
    tools: (body.tools ?? [])
      .flatMap((tool: Body) => tool.functionDeclarations)
      .map((tool: Body) => tool.name),
    results: parts.filter((part: Body) => part.functionResponse !== undefined).length,
  };
}

function sendChat(
  response: ServerResponse,
  { body }: AcpModelRequest,
  index: number,
  scripted: AcpModelAnswer,
): void {
  const calls = scripted.calls?.map((call, position) => ({
    index: position,
    id: `call_${index}_${position}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  const message = { role: "assistant", content: scripted.text ?? null, ...(calls && { tool_calls: calls }) };
  const finish = calls ? "tool_calls" : "stop";
  const details = { prompt_tokens_details: { cached_tokens: 40 } };
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110, ...details };
  const about = { id: `chatcmpl-${index}`, created: 1_700_000_000, model: body.model };
  if (body.stream !== true) {
    const choices = [{ index: 0, message, finish_reason: finish }];
    sendJson(response, 200, { ...about, object: "chat.completion", choices, usage });
    return;
  }
  const isAskedForUsage = (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage;
  sendEvents(response, [
    { ...about, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...about, choices: [{ index: 0, delta: {}, finish_reason: finish }] },
    ...(isAskedForUsage ? [{ ...about, choices: [], usage }] : []),
    "[DONE]",
  ]);
}

function sendGoogle(response: ServerResponse, path: string, scripted: AcpModelAnswer): void {
  const calls = scripted.calls?.map((call) => ({ functionCall: { name: call.name, args: call.arguments } }));
  const parts = calls ?? [{ text: scripted.text ?? "" }];
  const body = {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: {
      promptTokenCount: 100,
      cachedContentTokenCount: 40,
      candidatesTokenCount: 10,
      totalTokenCount: 110,
    },
  };
  if (path.includes("alt=sse")) sendEvents(response, [body]);
  else sendJson(response, 200, body);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

function sendEvents(response: ServerResponse, events: (object | string)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events)
    response.write(`data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`);
  response.end();
}
