import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { beginOperation, isObserved } from "../../telemetry/observe.ts";
import { jobOfReply } from "./job-of-reply.ts";

/** Reports requests to metrics and traces; does nothing if both are off. */
export function observeRequests(app: FastifyInstance): void {
  const begun = new WeakMap<FastifyRequest, ReturnType<typeof beginOperation<"http_request">>>();
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isObserved()) return done();
    const { id: requestId, method, headers } = request;
    const operation = beginRequest({ requestId, method, route: routeOf(request), headers });
    begun.set(request, operation);
    operation.run(done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    const operation = begun.get(request);
    if (operation !== undefined) {
      const jobId = jobOfReply(request, reply);
      operation.tell({ status: reply.statusCode, ...(jobId && { jobId }) });
      operation.end();
    }
    done();
  });
}

export function beginRequest(
  request: { requestId: string; method: string; route: string; headers: IncomingHttpHeaders },
  startedAt?: number,
) {
  const { headers, ...about } = request;
  const { traceparent, tracestate } = headers;
  const told = {
    ...about,
    traceparent: typeof traceparent === "string" ? traceparent : null,
    tracestate: typeof tracestate === "string" ? tracestate : null,
  };
  return beginOperation("http_request", told, startedAt);
}

/** Returns the route's template; files of the pages and unknown paths share one label each. */
function routeOf(request: FastifyRequest): string {
  const route = request.is404 ? "*" : (request.routeOptions.url ?? "*");
  return route.includes("*") ? "pages" : route;
}
