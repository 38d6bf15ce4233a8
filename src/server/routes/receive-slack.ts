import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { receiveSlack } from "../../slack/receive-slack.ts";
import { slackPath } from "../../slack/slack-schema.ts";
import { type Operation, registerOperation } from "../openapi/operation.ts";
import type { ServerDeps } from "../server-deps.ts";
import { inDeliveryScope, readDelivery } from "./signed-delivery.ts";

export const receiveSlackOperation: Operation = {
  id: "receiveSlack",
  tag: "Triggers",
  method: "post",
  path: slackPath,
  summary: "Events and clicks from Slack",
  description:
    "The Request URL of Slack apps. A request is authenticated by the app's signature, not by an API key, and stored before the response. The same event sent again changes nothing.",
  scope: null,
  body: {
    type: "*/*",
    schema: z.unknown().meta({ description: "As it was signed, at most 1 MiB." }),
    example: { type: "url_verification", challenge: "x" },
  },
  responses: {
    200: {
      description: "What follows from it is stored.",
      content: {
        type: "application/json",
        schema: z.strictObject({ challenge: z.string().optional().meta({ description: "As it came." }) }),
        example: {},
      },
    },
  },
  errors: ["invalid_signature", "body_too_large"],
};

export async function registerReceiveSlack(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  const own = { database: deps.database, secretBox: deps.manage.secretBox };
  await inDeliveryScope(app, (scope) =>
    registerOperation(scope, deps, receiveSlackOperation, (request: FastifyRequest) =>
      receiveSlack(own, readDelivery(request)),
    ),
  );
}
