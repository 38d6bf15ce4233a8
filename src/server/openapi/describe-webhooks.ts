import { pingMessage, webhookMessages } from "../../webhooks/message-schema.ts";
import { exampleJob } from "./example-job.ts";
import { describeSchema, type Json } from "./to-json-schema.ts";

/** Headers of Standard Webhooks. */
const headers = {
  "webhook-id": {
    description: "The same with every attempt to deliver a message.",
    example: "msg_6f0c",
    pattern: "^msg_[0-9a-f]+$",
  },
  "webhook-timestamp": {
    description: "When this attempt began, in Unix seconds.",
    example: "1795339800",
    pattern: "^[0-9]+$",
  },
  "webhook-signature": {
    description: "Signatures by Standard Webhooks, one for each secret, separated by spaces.",
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
    pattern: "^v1,[0-9A-Za-z+/]{43}=( v1,[0-9A-Za-z+/]{43}=)*$",
  },
};

const projectId = "prj_0123456789abcdefghijkl";
const ofTrigger = {
  projectId,
  trigger: { id: "trg_0123456789abcdefghijkl", name: "Source changes", kind: "source_change" },
  topic: "API main",
  jobId: null,
  joined: false,
  note: "no path that was changed matches",
};
const toSubscribers = "Sent to each webhook of the project that subscribes to it";
const toOne = "Sent to one webhook when somebody tests it, whatever it subscribes to";

/**
 * Builds the document's `webhooks`: the messages that Copydesk sends to subscribers, and when a test is
 * requested.
 */
export function describeWebhooks(): Json {
  const messages = webhookMessages.map((schema) => ({
    ...{ schema, when: toSubscribers, type: schema.shape.type.value as string },
    data: ("job" in schema.shape.data.shape ? { projectId, job: exampleJob } : ofTrigger) as object,
  }));
  const ping = {
    ...{ schema: pingMessage, when: toOne, type: pingMessage.shape.type.value },
    data: { projectId, webhookId: "wh_0123456789abcdefghijkl" },
  };
  return Object.fromEntries(
    [...messages, ping].map(({ schema, when, type, data }) => {
      const example = { type, timestamp: exampleJob.updatedAt, data };
      return [
        type,
        {
          post: {
            operationId: `on${type.replace(/(?:^|[_.])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
            tags: ["Webhooks"],
            summary: type,
            description: `${when}, and again later when the response has no status of 200 to 299. The status 410 switches the webhook off.`,
            security: [],
            parameters: Object.entries(headers).map(([name, header]) => ({
              ...{ name, in: "header", required: true, description: header.description },
              ...{ schema: { type: "string", pattern: header.pattern }, example: header.example },
            })),
            requestBody: {
              required: true,
              content: { "application/json": { schema: describeSchema(schema, "output"), example } },
            },
            responses: { "200": { description: "The message has arrived." } },
          },
        },
      ];
    }),
  );
}
