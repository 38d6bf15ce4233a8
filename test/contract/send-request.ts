import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";

export interface SentRequest {
  method: string;
  /** Path and query as they go over the wire. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
  /** Goes away as soon as the answer's body has this. */
  leaveAfter?: RegExp;
}

export interface Answer {
  status: number;
  /** By their names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
  /** False when the client went away before the end. */
  whole: boolean;
}

export interface Sender {
  send(sent: SentRequest): Promise<Answer>;
  close(): void;
}

const answerMs = 20_000;

/**
 * Sends what `fetch` would put right or refuse: odd paths, bodies of GET requests, bytes that are no text.
 */
export function createSender(url: string): Sender {
  // As most clients do: one that closes while it still sends can lose its answer.
  const agent = new Agent({ keepAlive: true });
  return { send: (sent) => sendRequest(url, agent, sent), close: () => agent.destroy() };
}

async function sendRequest(url: string, agent: Agent, sent: SentRequest): Promise<Answer> {
  const { method, path, headers, body, leaveAfter } = sent;
  const { hostname, port } = new URL(url);
  const length: Record<string, string> =
    body === null || headers["transfer-encoding"] ? {} : { "content-length": String(body.length) };
  const outgoing = request({
    ...{ hostname, port, method, path, agent },
    headers: { ...headers, ...length },
    signal: AbortSignal.timeout(answerMs),
  });
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  outgoing.end(body ?? undefined);
  const [incoming] = await answered;
  outgoing.on("error", () => undefined);
  const chunks: Buffer[] = [];
  let whole = true;
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
    if (!leaveAfter?.test(Buffer.concat(chunks).toString("utf8"))) continue;
    whole = false;
    break;
  }
  const received = Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: incoming.statusCode ?? 0,
    headers: Object.fromEntries(received),
    body: Buffer.concat(chunks),
    whole,
  };
}
