import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../../errors.ts";

const drainMs = 250;
const lingerMs = 500;

/** Requests whose client waits for `100 Continue` before it sends its body (RFC 9110, section 10.1.1). */
type Waiting = WeakSet<IncomingMessage>;

/**
 * Handles requests that are refused before their body was read: what arrives at once is drained, so that the
 * connection can be reused; otherwise the connection is closed after the response, and no part of the body
 * can be mistaken for a later message. A client that expects `100 Continue` is told to go on only after its
 * key and the size of its body have been accepted.
 */
export function settleUnreadBodies(app: FastifyInstance): void {
  const waiting: Waiting = new WeakSet();
  app.server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(request);
    app.server.emit("request", request, response);
  });
  app.addHook("preParsing", (request, reply, payload, done) => {
    if (!waiting.has(request.raw)) return done(null, payload);
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers["content-length"] ?? 0) > bodyLimit)
      return done(new AppError("body_too_large", `The body is larger than ${bodyLimit / 1024} KiB.`));
    waiting.delete(request.raw);
    reply.raw.writeContinue();
    done(null, payload);
  });
  // Most requests have been read completely: these need no waiting.
  app.addHook("onSend", ({ raw }, reply, payload, done) => {
    if (isWhole(raw)) return done(null, payload);
    takeRest(waiting, raw, reply).then(() => done(null, payload), done);
  });
}

async function takeRest(waiting: Waiting, raw: IncomingMessage, reply: FastifyReply): Promise<void> {
  if (!waiting.has(raw)) {
    raw.resume();
    await Promise.race([once(raw, "end").catch(() => undefined), sleep(drainMs, undefined, { ref: false })]);
    if (isWhole(raw)) {
      reply.removeHeader("connection");
      return;
    }
  }
  reply.header("connection", "close");
  linger(raw.socket);
}

function isWhole(request: IncomingMessage): boolean {
  const hasBody =
    request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
  return !hasBody || request.complete;
}

/**
 * Closing with unread bytes resets the connection, which can cost the client the response (RFC 9112, section
 * 9.6).
 */
function linger(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}
