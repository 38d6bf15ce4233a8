import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { noteHugeDelivery, receiveTriggerDelivery } from "../../triggers/receive-trigger-delivery.ts";
import { sendError } from "../errors/send-error.ts";
import { toAppError } from "../errors/to-app-error.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";
import { triggerPath } from "./manage/trigger-operations.ts";
import { inDeliveryScope, readDelivery, storedDelivery } from "./signed-delivery.ts";

export const receiveTriggerDeliveryOperation: Operation = {
  id: "receiveTriggerDelivery",
  tag: "Triggers",
  method: "post",
  path: "/v2/triggers/{triggerId}",
  summary: "Deliveries for a trigger",
  description:
    "Deliveries of a code host or of any program are authenticated by their signature with the trigger's secret, those of a page's form by its token; no API key is needed. The same delivery sent again changes nothing.",
  scope: null,
  pathParameters: triggerPath,
  body: {
    type: "*/*",
    schema: z.unknown().meta({ description: "As it was signed, at most 1 MiB." }),
    example: { kind: "push", repository: "https://github.com/example/api", ref: "main" },
  },
  responses: storedDelivery,
  errors: ["invalid_signature", "trigger_not_found", "body_too_large", "rate_limited"],
};

export async function registerReceiveTriggerDelivery(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const own = { database: deps.database, secretBox: deps.manage.secretBox };
  await inDeliveryScope(app, (scope) =>
    registerOperation(scope, deps, receiveTriggerDeliveryOperation, answer, { errorHandler: refuse }),
  );

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<{ repeated: boolean }> {
    const { headers, body } = readDelivery(request);
    if (body.length === 0) throw new AppError("invalid_request", "The delivery has no body.");
    const { repeated, kind } = await receiveTriggerDelivery(own, idOf(request), { headers, body });
    // The page's form is on another origin; it may learn that it was received, and nothing else.
    if (kind === "page_feedback") reply.header("access-control-allow-origin", "*");
    return { repeated };
  }

  async function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (toAppError(error).code !== "body_too_large") return sendError(error, request, reply);
    await noteHugeDelivery(own, idOf(request)).catch((err: unknown) => request.log.warn({ err }, "history"));
    const huge = new AppError("body_too_large", "The delivery is larger than 1 MiB.");
    return sendError(huge, request, reply);
  }
}

function idOf(request: FastifyRequest): string {
  return (request.params as { triggerId: string }).triggerId;
}
