import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { passwordOf, serveGit } from "../git-http-server.ts";

export interface FakeRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string | undefined>;
  /** Parsed JSON; undefined when there was none. */
  body: unknown;
  /** Of the answer; 0 when the connection was dropped. */
  status: number;
}

export interface FakeAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Something that goes wrong with the next requests. */
export interface Fault {
  /** Which requests; all when absent. */
  when?(request: FakeRequest): boolean;
  /** How often; once when absent. */
  times?: number;
  /** Instead of doing what was asked. */
  before?: FakeAnswer | "drop";
  /** After it was done. */
  after?: FakeAnswer | "drop";
}

export interface FakeServer {
  url: string;
  requests: FakeRequest[];
  fail(fault: Fault): void;
  close(): Promise<void>;
}

export interface FakeServerOptions {
  /** Folder whose bare repositories are served below `gitPath`. */
  gitRoot: string;
  /**
   * Path of a git request → its path below the root, e.g. "/acme/docs.git/info/refs"; null for a request to
   * the API.
   */
  gitPath(pathname: string): string | null;
  /** Whether this password may use git; `write` for a push. The path is the one below the root. */
  mayUseGit(password: string | null, write: boolean, gitPath: string): boolean;
  handle(request: FakeRequest): Promise<FakeAnswer>;
}

/** One origin with a host's API and its git, and faults on demand. */
export async function startFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const requests: FakeRequest[] = [];
  const faults: (Fault & { left: number })[] = [];
  const server = createServer((incoming, response) => {
    const pathname = new URL(incoming.url ?? "/", "http://localhost").pathname;
    const gitPath = options.gitPath(pathname);
    if (gitPath !== null) return serveGitPart(options, incoming, response, gitPath);
    serveApiPart(options, { incoming, response, requests, faults }).catch((error: unknown) => {
      process.stderr.write(`fake host: ${(error as Error).stack}\n`);
      response.writeHead(599).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    fail: (fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function serveGitPart(
  options: FakeServerOptions,
  incoming: IncomingMessage,
  response: ServerResponse,
  gitPath: string,
): void {
  const url = new URL(incoming.url ?? "/", "http://localhost");
  const isPush = `${url.search}${url.pathname}`.includes("git-receive-pack");
  if (!options.mayUseGit(passwordOf(incoming.headers.authorization ?? null), isPush, gitPath)) {
    const status = incoming.headers.authorization === undefined ? 401 : 403;
    const challenge = { "www-authenticate": 'Basic realm="git"' };
    response.writeHead(status, status === 401 ? challenge : {}).end("You are not allowed to do this.");
    return;
  }
  incoming.url = `${gitPath}${url.search}`;
  serveGit(options.gitRoot, incoming, response);
}

interface Exchange {
  incoming: IncomingMessage;
  response: ServerResponse;
  requests: FakeRequest[];
  faults: (Fault & { left: number })[];
}

async function serveApiPart(options: FakeServerOptions, exchange: Exchange): Promise<void> {
  const { incoming, response, requests, faults } = exchange;
  const request: FakeRequest = {
    method: incoming.method ?? "",
    path: incoming.url ?? "/",
    headers: incoming.headers as Record<string, string | undefined>,
    body: await readBody(incoming),
    status: 0,
  };
  requests.push(request);
  const fault = faults.find(({ left, when }) => left > 0 && (when?.(request) ?? true));
  if (fault !== undefined) fault.left -= 1;
  if (fault?.before !== undefined) return send(response, request, fault.before);
  const answer = await options.handle(request);
  send(response, request, fault?.after ?? answer);
}

async function readBody(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString("utf8");
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

function send(response: ServerResponse, request: FakeRequest, answer: FakeAnswer | "drop"): void {
  if (answer === "drop") {
    response.socket?.destroy();
    return;
  }
  request.status = answer.status;
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body === undefined ? "" : JSON.stringify(answer.body));
}
