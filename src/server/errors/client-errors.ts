import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../../errors.ts";
import { createRequestId } from "../http/request-id.ts";
import { requestPath } from "../http/request-path.ts";
import { toProblem } from "./problem.ts";
import { toAppError } from "./to-app-error.ts";

export interface BareSocketOptions {
  /** Path of the public URL, "" or "/prefix". */
  basePath: string;
  /** CORS headers for the response to a request. */
  corsHeaders(request: IncomingMessage): Record<string, string>;
}

/**
 * Sends problem documents on sockets whose request has no route: Node could not read it, or nobody handles
 * its kind.
 */
export interface BareSocketResponder {
  /** Refuses a request that Node could not read (too slow, too large, not HTTP) and closes the connection. */
  refuseUnreadable(error: Error & { code?: string }, socket: Duplex): void;
  /** Refuses CONNECT and unknown expectations, which never reach a route. */
  refuseTunnels(server: Server): void;
}

export function createBareSocketResponder(options: BareSocketOptions): BareSocketResponder {
  // A stalled body is noticed on the socket; the headers, and with them the origin, were read before.
  const requests = new WeakMap<Duplex, IncomingMessage>();
  const refuse = (error: AppError, socket: Duplex, request?: IncomingMessage) =>
    respond(error, socket, {
      path: options.basePath + (request === undefined ? "/" : requestPath(request.url)),
      basePath: options.basePath,
      headers: request === undefined ? {} : options.corsHeaders(request),
    });
  return {
    refuseUnreadable(error, socket) {
      if (error.code === "ECONNRESET" || !socket.writable) socket.destroy();
      else refuse(toAppError(error), socket, requests.get(socket));
    },
    refuseTunnels(server) {
      server.on("request", (request: IncomingMessage, response: ServerResponse) => {
        requests.set(request.socket, request);
        response.once("close", () => requests.delete(request.socket));
      });
      registerTunnels(server, refuse);
    },
  };
}

function registerTunnels(
  server: Server,
  refuse: (error: AppError, socket: Duplex, request: IncomingMessage) => void,
): void {
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => undefined);
    const error = new AppError("method_not_allowed", "CONNECT is not allowed here.", {
      details: { allow: "" },
    });
    refuse(error, socket, request);
  });
  server.on("checkExpectation", (request: IncomingMessage) => {
    const error = new AppError("invalid_request", "The header Expect knows only 100-continue.");
    refuse(error, request.socket, request);
  });
}

function respond(
  error: AppError,
  socket: Duplex,
  { path, basePath, headers: further }: { path: string; basePath: string; headers: Record<string, string> },
): void {
  const { problem, headers } = toProblem(error, { id: createRequestId(), path, basePath });
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    ...further,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`);
  // A client that keeps sending must not hold its half of the connection open.
  setTimeout(() => socket.destroy(), 500).unref();
}
