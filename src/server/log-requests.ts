import type { FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import { jobOfReply } from "./job-of-reply.ts";
import { requestPath } from "./request-path.ts";

/** One line for each answer: no bodies, no headers, no query. */
export function logRequests(app: FastifyInstance, log: Log): void {
  // The fields are these alone: there is nothing to redact by name.
  const lines = log.child({}, { redact: [] });
  app.addHook("onResponse", (request, reply, done) => {
    lines.info(
      {
        requestId: request.id,
        job: jobOfReply(request, reply),
        method: request.method,
        path: requestPath(request.raw.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
}
