import type { FastifyInstance } from "fastify";
import { requestPath } from "./request-path.ts";

/** One line for each answer: no bodies, no headers, no query. */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: requestPath(request.raw.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
  });
}
