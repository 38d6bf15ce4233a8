import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { pingStore } from "../../store/ping-store.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";

export const liveOperation: Operation = {
  id: "getLiveness",
  tag: "Service",
  method: "get",
  path: "/healthz",
  summary: "Is the process alive?",
  description:
    "Checks nothing else. `longestStallMs` is the longest time, since the process started, during which it did not respond because its main thread was busy.",
  scope: null,
  responses: {
    200: {
      description: "It is.",
      content: {
        type: "application/json",
        schema: z.strictObject({ status: z.literal("ok"), longestStallMs: z.int().min(0) }),
        example: { status: "ok", longestStallMs: 14 },
      },
    },
  },
  errors: [],
};

export const readyOperation: Operation = {
  id: "getReadiness",
  tag: "Service",
  method: "get",
  path: "/readyz",
  summary: "Can it work?",
  description: "Asks the store.",
  scope: null,
  responses: {
    200: {
      description: "It can.",
      content: {
        type: "application/json",
        schema: z.strictObject({ status: z.literal("ready") }),
        example: { status: "ready" },
      },
    },
  },
  errors: [],
};

export function registerHealth(app: FastifyInstance, deps: ServerDeps): void {
  registerOperation(app, deps, liveOperation, async () => ({
    status: "ok",
    longestStallMs: deps.longestStallMs(),
  }));
  registerOperation(app, deps, readyOperation, async () => {
    await pingStore(deps.database);
    return { status: "ready" };
  });
}
