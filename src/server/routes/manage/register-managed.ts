import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../../audit/actor.ts";
import type { Principal } from "../../../people/permissions.ts";
import { answerOnce } from "../../answer-once.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import { readHeaderOnce } from "../../http/read-header-once.ts";
import { type Operation, type RouteExtras, registerOperation } from "../../openapi/operation.ts";
import { readQuery } from "../../openapi/read-query.ts";
import type { ServerDeps } from "../../server-deps.ts";
import { publicUrlOfRequest } from "../people/people-operations.ts";

/** An authenticated management request as its handler gets it. */
export interface Managed {
  actor: Actor;
  principal: Principal;
  params: Record<string, string>;
  /** An empty object if the request has none. */
  body: unknown;
  /** Parsed by the operation's schema; an empty object if it has none. */
  query: Record<string, unknown>;
  /** Base of the service's links, without a trailing slash. */
  publicUrl: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Registers an operation whose handler returns what is sent as JSON, with the status that the operation
 * names; undefined for an empty response, and the reply itself if it has sent something else. If the
 * operation has an `Idempotency-Key`, the handler runs once per key.
 */
export function registerManaged(
  app: FastifyInstance,
  deps: ServerDeps,
  operation: Operation,
  handler: (managed: Managed) => Promise<unknown>,
  extras: RouteExtras = {},
): void {
  const status = Number(Object.keys(operation.responses)[0]);
  const isOnce = operation.requestHeaders?.["Idempotency-Key"] !== undefined;
  const { query } = operation;
  const send = (reply: FastifyReply, text: string) => {
    reply.code(status);
    if (text === "null") return reply.send();
    return reply.header("content-type", "application/json; charset=utf-8").send(text);
  };
  registerOperation(
    app,
    deps,
    operation,
    async (request, reply) => {
      const managed: Managed = {
        actor: await actorOfRequest(deps, request),
        principal: request.principal!,
        params: request.params as Record<string, string>,
        body: request.body,
        query: query === undefined ? {} : readQuery(query.schema, request.query),
        publicUrl: publicUrlOfRequest(deps, request),
        ...{ request, reply },
      };
      const key = isOnce ? readHeaderOnce(request, "Idempotency-Key") : undefined;
      if (key === undefined) {
        const result = await handler(managed);
        // A reply is a promise of its own end: awaiting one that the handler returned gives undefined.
        return reply.sent ? reply : send(reply, JSON.stringify(result ?? null));
      }
      const work = async () => JSON.stringify((await handler(managed)) ?? null);
      const { text, replayed } = await answerOnce(
        { ...deps, ...deps.manage },
        { operation, key, managed },
        work,
      );
      if (replayed) reply.header("idempotent-replayed", "true");
      return send(reply, text);
    },
    extras,
  );
}
