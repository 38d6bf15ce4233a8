import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface AcpModelRequest {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
}

export interface AcpModelAnswer {
  text?: string;
  calls?: { name: string; arguments: object }[];
  status?: number;
  error?: unknown;
}

export interface AcpModelServer {
  baseUrl: string;
  requests: AcpModelRequest[];
  close(): Promise<void>;
}

/** A minimal chat completions API on loopback, whole or streamed; each answer uses 100 and 10 tokens, 40 of them cached. */
export async function startAcpModelServer(
  script: (index: number, request: AcpModelRequest) => AcpModelAnswer,
): Promise<AcpModelServer> {
  const requests: AcpModelRequest[] = [];
  const server = createServer((request, response) => {
    answer(requests, script, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  requests: AcpModelRequest[],
  script: (index: number, request: AcpModelRequest) => AcpModelAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  const seen = {
    path: request.url ?? "",
    headers: request.headers,
    body: text === "" ? {} : JSON.parse(text),
  };
  const index = requests.push(seen) - 1;
  const scripted = script(index, seen);
  if (scripted.status !== undefined) {
    response.writeHead(scripted.status, { "content-type": "application/json" });
    response.end(JSON.stringify(scripted.error ?? { error: { message: "scripted" } }));
    return;
  }
  const calls = scripted.calls?.map((call, position) => ({
    index: position,
    id: `call_${index}_${position}`,
    type: "function",
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  }));
  const message = { role: "assistant", content: scripted.text ?? null, ...(calls && { tool_calls: calls }) };
  const finish = calls ? "tool_calls" : "stop";
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 10,
    total_tokens: 110,
    prompt_tokens_details: { cached_tokens: 40 },
  };
  const about = { id: `chatcmpl-${index}`, created: 1_700_000_000, model: seen.body.model };
  if (seen.body.stream !== true) {
    response.writeHead(200, { "content-type": "application/json" });
    const choices = [{ index: 0, message, finish_reason: finish }];
    response.end(JSON.stringify({ ...about, object: "chat.completion", choices, usage }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (part: object) =>
    response.write(`data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", ...part })}\n\n`);
  send({ choices: [{ index: 0, delta: message, finish_reason: null }] });
  send({ choices: [{ index: 0, delta: {}, finish_reason: finish }] });
  if ((seen.body.stream_options as { include_usage?: boolean } | undefined)?.include_usage)
    send({ choices: [], usage });
  response.end("data: [DONE]\n\n");
}
