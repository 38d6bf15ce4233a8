import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Readable } from "node:stream";
import { startProgram } from "../../src/processes/start-program.ts";
import type { StartedProgram } from "../../src/processes/started-program.ts";

export interface GitHttpRequest {
  method: string;
  path: string;
  authorization: string | null;
  /** Of the answer. */
  status: number;
  responseBytes: number;
}

export interface GitHttpServer {
  /** `http://127.0.0.1:<port>`; a repository is at `<url>/<its folder's name>`. */
  url: string;
  port: number;
  requests: GitHttpRequest[];
  close(): Promise<void>;
}

/**
 * Serves the repositories below a folder with git's own HTTP backend. With `token`, only that password (of
 * the moment) is let in; with `refusePushes`, everybody may only read and is told this text.
 */
export async function startGitHttpServer(
  folder: string,
  options: { token?: string | (() => string); allowFilter?: boolean; refusePushes?: string } = {},
): Promise<GitHttpServer> {
  const requests: GitHttpRequest[] = [];
  const server = createServer((request, response) => {
    const authorization = request.headers.authorization ?? null;
    const path = request.url ?? "/";
    const seen = { method: request.method ?? "", path, authorization, status: 0, responseBytes: 0 };
    requests.push(seen);
    const token = typeof options.token === "function" ? options.token() : options.token;
    if (token !== undefined && passwordOf(authorization) !== token) {
      seen.status = 401;
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end();
      return;
    }
    if (options.refusePushes !== undefined && path.includes("git-receive-pack")) {
      seen.status = 403;
      response.writeHead(403, { "content-type": "text/plain" }).end(`${options.refusePushes}\n`);
      return;
    }
    serveGit(folder, request, response, { seen, allowFilter: options.allowFilter });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers one request of git's smart HTTP protocol from the repositories below the folder. */
export function serveGit(
  folder: string,
  request: IncomingMessage,
  response: ServerResponse,
  options: { seen?: Pick<GitHttpRequest, "status" | "responseBytes">; allowFilter?: boolean } = {},
): void {
  const { seen = { status: 0, responseBytes: 0 }, allowFilter = true } = options;
  const url = new URL(request.url ?? "/", "http://localhost");
  const settings = [
    "safe.directory=*",
    "http.receivepack=true",
    "receive.autogc=false",
    `uploadpack.allowFilter=${allowFilter}`,
  ];
  const command = ["git", ...settings.flatMap((setting) => ["-c", setting]), "http-backend"] as const;
  const fail = () => response.headersSent || response.writeHead(500).end();
  startProgram({
    command,
    pipes: 3,
    ownGroup: false,
    env: {
      PATH: process.env.PATH ?? "",
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      REQUEST_METHOD: request.method ?? "GET",
      PATH_INFO: decodeURIComponent(url.pathname),
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      CONTENT_LENGTH: request.headers["content-length"] ?? "",
      HTTP_CONTENT_ENCODING: String(request.headers["content-encoding"] ?? ""),
      REMOTE_USER: "fixture",
      REMOTE_ADDR: "127.0.0.1",
    },
  }).then((backend) => answer(backend, { request, response, seen }), fail);
}

function answer(
  { pid, pipes, exited, closed }: StartedProgram,
  {
    request,
    response,
    seen,
  }: { request: IncomingMessage; response: ServerResponse; seen: { status: number; responseBytes: number } },
): void {
  const [stdin, stdout, stderr] = pipes as [Socket, Socket, Socket];
  let isRunning = true;
  void exited.then(() => {
    isRunning = false;
  });
  request.pipe(stdin);
  stdin.on("error", () => {});
  stderr.resume();
  const kill = () => {
    try {
      if (isRunning) process.kill(pid);
    } catch {
      // It has ended, and its exit is not told yet.
    }
  };
  if (response.closed) kill();
  response.on("close", kill);
  let head: Buffer | null = Buffer.alloc(0);
  stdout.on("data", (chunk: Buffer) => {
    seen.responseBytes += chunk.length;
    if (head === null) return passOn(stdout, response, chunk);
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end === -1) return;
    seen.status = writeHead(response, head.toString("latin1", 0, end));
    passOn(stdout, response, head.subarray(end + 4));
    head = null;
  });
  void closed.then(() => {
    if (head !== null) response.writeHead(500);
    response.end();
  });
}

/** No faster than it is read: a large repository does not fit into memory. */
function passOn(from: Readable, to: ServerResponse, chunk: Buffer): void {
  if (to.write(chunk)) return;
  from.pause();
  to.once("drain", () => from.resume());
}

function writeHead(response: ServerResponse, text: string): number {
  let status = 200;
  for (const line of text.split("\r\n")) {
    const [, name, value] = /^([^:]+): *(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    if (name.toLowerCase() === "status") status = Number(value.slice(0, 3));
    else response.setHeader(name, value);
  }
  response.writeHead(status);
  return status;
}

export function passwordOf(authorization: string | null): string | null {
  const [, encoded] = /^Basic (.+)$/.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  return text.slice(text.indexOf(":") + 1);
}
