import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { runInSlices, type Sliced } from "../../text/run-in-slices.ts";
import { matchesEtag } from "../http/matches-etag.ts";
import { buildSliced, type InstanceFacts } from "../openapi/build-openapi.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import { shareComponents } from "../openapi/share-components.ts";
import type { ServerDeps } from "../server-deps.ts";
import { routes } from "./all-routes.ts";

const headers = {
  ETag: { description: "Changes with the description.", example: '"m2kzOZ1ncNmOcOgVhJjPcg"' },
  "Cache-Control": { description: "Who may cache the response.", example: "no-cache" },
};

const openapiOperation: Operation = {
  id: "getOpenapi",
  tag: "Service",
  method: "get",
  path: "/openapi.json",
  summary: "This description",
  description: "OpenAPI 3.1, made from the schemas that validate requests.",
  scope: null,
  requestHeaders: {
    "If-None-Match": { description: "ETag of the description already known.", example: headers.ETag.example },
  },
  responses: {
    200: {
      description: "The description.",
      headers,
      content: {
        type: "application/json",
        schema: z.looseObject({ openapi: z.literal("3.1.0") }),
        example: { openapi: "3.1.0" },
      },
    },
    304: { description: "The description is the one already known.", headers },
  },
  errors: [],
};

/** All described operations. */
export const operations: Operation[] = [...routes.flatMap((route) => route.operations), openapiOperation];

/** Describes the instance when it is first asked to, so that no start waits for what few ask for. */
export function registerOpenapi(app: FastifyInstance, deps: ServerDeps): void {
  const { version, contact } = deps;
  let described: Promise<{ text: string; etag: string }> | null = null;
  registerOperation(app, deps, openapiOperation, async (request, reply) => {
    described ??= runInSlices(describeApi(version, { basePath: app.basePath, contact }));
    const { text, etag } = await described;
    reply.header("etag", etag).header("cache-control", "no-cache");
    if (matchesEtag(request.headers["if-none-match"], etag)) return reply.code(304).send();
    return reply.header("content-type", "application/json; charset=utf-8").send(text);
  });
}

function* describeApi(version: string, facts: InstanceFacts): Sliced<{ text: string; etag: string }> {
  const text = JSON.stringify(yield* shareComponents(yield* buildSliced(operations, version, facts)));
  return { text, etag: `"${createHash("md5").update(text).digest("base64url")}"` };
}
