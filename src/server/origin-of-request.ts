import type { FastifyRequest } from "fastify";
import { traceHeaders } from "../telemetry/current.ts";
import { type Origin, parseTraceparent } from "../telemetry/origin.ts";

/**
 * What jobs keep of the request that they come from. A trace of the client's is passed on to the worker also
 * where this process traces nothing.
 */
export function originOfRequest(request: FastifyRequest): Origin {
  const { traceparent: given } = request.headers;
  const theirs = typeof given === "string" && parseTraceparent(given) !== null ? given : null;
  return { requestId: request.id, traceparent: traceHeaders().traceparent ?? theirs };
}
