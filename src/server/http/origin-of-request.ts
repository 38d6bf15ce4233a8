import type { FastifyRequest } from "fastify";
import { traceHeaders } from "../../telemetry/current.ts";
import { type Origin, parseTraceparent } from "../../telemetry/origin.ts";

/**
 * Returns what jobs store about the request that created them. A client's trace is passed on to the worker
 * even if this process traces nothing.
 */
export function originOfRequest(request: FastifyRequest): Origin {
  const { traceparent: given } = request.headers;
  const theirs = typeof given === "string" && parseTraceparent(given) !== null ? given : null;
  return { requestId: request.id, traceparent: traceHeaders().traceparent ?? theirs };
}
