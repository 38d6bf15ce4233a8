import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { AppError } from "../errors.ts";
import { toProblem } from "./problem.ts";
import { requestPath } from "./request-path.ts";
import { toAppError } from "./to-app-error.ts";

/** Answers a request that Node could not read (too slow, too large, not HTTP) on its bare socket, and closes it. */
export function answerClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  answerSocket(toAppError(error), socket, "/");
}

/** CONNECT and unknown expectations never reach a route: they get their problem document here. */
export function refuseTunnels(server: Server): void {
  server.on("connect", (request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => undefined);
    const error = new AppError("method_not_allowed", "CONNECT is not allowed here.", {
      details: { allow: "" },
    });
    answerSocket(error, socket, requestPath(request.url));
  });
  server.on("checkExpectation", (request: IncomingMessage) => {
    const error = new AppError("invalid_request", "The header Expect knows only 100-continue.");
    answerSocket(error, request.socket, requestPath(request.url));
  });
}

function answerSocket(error: AppError, socket: Duplex, path: string): void {
  const { problem, headers } = toProblem(error, { id: `req_${randomUUID()}`, path });
  const body = JSON.stringify(problem);
  const lines = Object.entries({
    ...headers,
    "content-length": Buffer.byteLength(body),
    connection: "close",
  });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${head}\r\n${body}`);
  // A client that goes on sending must not keep its half of the connection.
  setTimeout(() => socket.destroy(), 500).unref();
}
