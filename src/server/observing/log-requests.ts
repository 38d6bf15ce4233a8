import type { FastifyInstance } from "fastify";
import type { Log } from "../../log.ts";
import { requestPath } from "../http/request-path.ts";
import { jobOfReply } from "./job-of-reply.ts";

/** Writes the log line of an answered request. */
export type RequestLog = (answered: {
  requestId: string;
  job: string | undefined;
  method: string;
  url: string | undefined;
  /**
   * Used instead of `url`: a path whose parameters are all ids found in the store, so that no mask changes
   * it.
   */
  path?: string;
  status: number;
  ms: number;
}) => void;

/** Writes one line per response: no bodies, no headers, no query. */
export function createRequestLog(log: Log): RequestLog {
  // Only these fields are logged: nothing needs redaction by name.
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
