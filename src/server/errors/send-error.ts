import type { FastifyReply, FastifyRequest } from "fastify";
import { requestPath } from "../http/request-path.ts";
import { errorStatuses } from "./error-statuses.ts";
import { toProblem } from "./problem.ts";
import { toAppError } from "./to-app-error.ts";

/** Sends every error as a problem document; causes of 5xx go to the log, never to the client. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = toAppError(error);
  const status = errorStatuses[appError.code];
  if (status === 503) request.log.warn({ requestId: request.id, err: appError }, "unavailable");
  else if (status >= 500) request.log.error({ requestId: request.id, err: appError }, "unexpected error");
  const { basePath } = request.server;
  const path = basePath + requestPath(request.raw.url);
  const { problem, headers } = toProblem(appError, { id: request.id, path, basePath });
  return reply.code(status).headers(headers).send(JSON.stringify(problem));
}
