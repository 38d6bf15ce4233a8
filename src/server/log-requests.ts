import type { FastifyInstance } from "fastify";
import type { Log } from "../log.ts";
import { jobOfReply } from "./job-of-reply.ts";
import { requestPath } from "./request-path.ts";

/** Writes the line of a request that was answered. */
export type RequestLog = (answered: {
  requestId: string;
  job: string | undefined;
  method: string;
  url: string | undefined;
  /** Instead of `url`: a path of nothing but ids that were found in the store, which no mask changes. */
  path?: string;
  status: number;
  ms: number;
}) => void;

/** One line for each answer: no bodies, no headers, no query. */
export function createRequestLog(log: Log): RequestLog {
  // The fields are these alone: there is nothing to redact by name.
  const { lines, mask } = log.masked ?? { lines: log.child({}, { redact: [] }), mask: String };
  return ({ requestId, job, method, url, path = mask(requestPath(url)), status, ms: exactMs }) => {
    const ms = Math.round(exactMs * 10) / 10;
    lines.info({ requestId, job, method, path, status, ms }, "request");
  };
}

export function logRequests(app: FastifyInstance, write: RequestLog): void {
  app.addHook("onResponse", (request, reply, done) => {
    write({
      requestId: request.id,
      job: jobOfReply(request, reply),
      method: request.method,
      url: request.raw.url,
      status: reply.statusCode,
      ms: reply.elapsedTime,
    });
    done();
  });
}
