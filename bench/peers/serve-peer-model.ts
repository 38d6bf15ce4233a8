import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { chatCompletions } from "../../test/helpers/scripted-models/chat-completions.ts";
import { messages } from "../../test/helpers/scripted-models/messages.ts";
import { responses } from "../../test/helpers/scripted-models/responses.ts";
import type { Protocol, ScriptedAnswer } from "../../test/helpers/scripted-models/script.ts";
import { type ServerSentEvent, streamCompletion, streamMessage, streamResponse } from "./stream-answer.ts";

export interface PeerRequest {
  path: string;
  /** Time of its arrival, in milliseconds since 1970. */
  at: number;
  body: Record<string, unknown>;
}

export interface PeerModelServer {
  root: string;
  /** Requests for an answer of the model, in order; lists of models and other requests are not included. */
  requests: PeerRequest[];
  close(): Promise<void>;
}

interface Wire {
  route: RegExp;
  // biome-ignore lint/suspicious/noExplicitAny: each protocol has a request type of its own, and peers send more than it names.
  protocol: Protocol<any>;
  stream(whole: unknown): ServerSentEvent[];
  /** Returns how many results of calls the conversation has. */
  countResults(body: Record<string, unknown>): number;
}

const wires: Record<"chat" | "messages" | "responses", Wire> = {
  chat: {
    route: /\/chat\/completions$/,
    protocol: chatCompletions,
    stream: streamCompletion,
    countResults: ({ messages }) => countWhere(messages, ({ role }) => role === "tool"),
  },
  messages: {
    route: /\/messages(\?.*)?$/,
    protocol: messages,
    stream: streamMessage,
    countResults: ({ messages }) =>
      (messages as { content: unknown }[]).reduce(
        (sum, { content }) => sum + countWhere(content, ({ type }) => type === "tool_result"),
        0,
      ),
  },
  responses: {
    route: /\/responses$/,
    protocol: responses,
    stream: streamResponse,
    countResults: ({ input }) => countWhere(input, ({ type }) => /_call_output$/.test(type ?? "")),
  },
};

/**
 * Serves a model on loopback for third-party programs: whole or streamed answers in the requested protocol,
 * and no refusals. The script receives the number of call results in the conversation. Some peers send side
 * requests, with other tools than in their first request or none: these get a single word.
 */
export async function servePeerModel(script: (results: number) => ScriptedAnswer): Promise<PeerModelServer> {
  const requests: PeerRequest[] = [];
  let mainTools: string | null = null;
  const isMain = ({ tools }: Record<string, unknown>): boolean => {
    if (!Array.isArray(tools) || tools.length === 0) return false;
    const text = JSON.stringify(tools);
    mainTools ??= text;
    return text === mainTools;
  };
  const server = createServer((request, response) => {
    const choose = (wire: Wire, body: Record<string, unknown>) =>
      isMain(body) ? script(wire.countResults(body)) : { text: "Documentation" };
    answer(requests, choose, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  requests: PeerRequest[],
  choose: (wire: Wire, body: Record<string, unknown>) => ScriptedAnswer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = performance.timeOrigin + performance.now();
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = request.url ?? "";
  const wire = Object.values(wires).find(({ route }) => request.method === "POST" && route.test(path));
  if (wire === undefined) {
    response.writeHead(404, { "content-type": "application/json" });
    response.end('{"error": {"message": "not here"}}');
    return;
  }
  const body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
  const index = requests.push({ path, at, body }) - 1;
  const whole = wire.protocol.toAnswer(index, body, choose(wire, body));
  if (body.stream === true) return sendEvents(response, wire.stream(whole));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(whole));
}

function sendEvents(response: ServerResponse, events: ServerSentEvent[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const lines = events.map(([name, data]) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return `${name === null ? "" : `event: ${name}\n`}data: ${text}\n\n`;
  });
  response.end(lines.join(""));
}

function countWhere(list: unknown, test: (item: { role?: string; type?: string }) => boolean): number {
  return Array.isArray(list) ? list.filter(test).length : 0;
}
