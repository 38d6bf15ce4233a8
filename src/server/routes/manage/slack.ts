import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { getProject } from "../../../projects/get-project.ts";
import { connectSlack, disconnectSlack, listSlackConnections } from "../../../slack/slack-connections.ts";
import { connectSlackInput, slackConnectionSchema, slackPath } from "../../../slack/slack-schema.ts";
import { projectPath } from "../../openapi/job-operation.ts";
import type { Operation } from "../../openapi/operation.ts";
import type { ServerDeps } from "../../server-deps.ts";
import {
  bodyErrors,
  exampleProjectId,
  exampleTime,
  onceErrors,
  onceHeaders,
  replayedHeader,
} from "./manage-parts.ts";
import { type Managed, registerManaged } from "./register-managed.ts";

const connectionPath = {
  connectionId: {
    description: "Id of the channel's connection.",
    example: "slk_0123456789abcdefghijkl",
    pattern: "^slk_[0-9A-Za-z]{22}$",
  },
};
const example = {
  ...{ id: connectionPath.connectionId.example, projectId: exampleProjectId },
  ...{ teamId: "T0123456789", teamName: "Example", channelId: "C0123456789" },
  ...{ requestUrl: `https://docs.example.com${slackPath}`, createdAt: exampleTime },
};
const base = { tag: "Triggers", scope: null, pathParameters: projectPath } as const;
const all = { ...base, path: "/v2/manage/projects/{projectId}/slack" } as const;

export const listSlackOperation: Operation = {
  ...{ ...all, id: "listSlackChannels", method: "get", permission: "projects:read" },
  summary: "List a project's channels of Slack",
  description: "The channels in which people request its jobs, oldest first.",
  responses: {
    200: {
      description: "The channels.",
      content: {
        type: "application/json",
        schema: z.object({ data: z.array(slackConnectionSchema) }),
        example: { data: [example] },
      },
    },
  },
  errors: [],
};

export const connectSlackOperation: Operation = {
  ...{ ...all, id: "connectSlackChannel", method: "post", permission: "projects:write" },
  summary: "Connect a channel of Slack",
  description:
    "Verifies the token with Slack. Token and signing secret are stored encrypted and never returned. A channel belongs to one project.",
  requestHeaders: onceHeaders!,
  body: {
    schema: connectSlackInput,
    example: { botToken: "xoxb-example", signingSecret: "the-signing-secret", channelId: "C0123456789" },
  },
  responses: {
    201: {
      description: "The channel.",
      headers: replayedHeader,
      content: { type: "application/json", schema: slackConnectionSchema, example },
    },
  },
  errors: [...onceErrors, "slack_refused", "slack_unavailable", "url_not_allowed"],
};

export const disconnectSlackOperation: Operation = {
  ...{ ...all, id: "disconnectSlackChannel", method: "delete", permission: "projects:write" },
  path: `${all.path}/{connectionId}`,
  pathParameters: { ...projectPath, ...connectionPath },
  summary: "Disconnect a channel of Slack",
  description: "Deletes its token and signing secret. Jobs stay; their threads are no longer followed.",
  responses: { 204: { description: "It is disconnected." } },
  errors: [...bodyErrors, "slack_not_found"],
};

export function registerManageSlack(app: FastifyInstance, deps: ServerDeps): void {
  const { database, manage } = deps;
  const by = ({ actor, publicUrl }: Managed) => ({ ...manage, database, actor, publicUrl });
  registerManaged(app, deps, listSlackOperation, async ({ params, publicUrl }) => {
    await getProject({ database }, params.projectId!);
    return { data: await listSlackConnections({ database, publicUrl }, params.projectId!) };
  });
  registerManaged(app, deps, connectSlackOperation, (managed) =>
    connectSlack(by(managed), managed.params.projectId!, managed.body),
  );
  registerManaged(app, deps, disconnectSlackOperation, (managed) => {
    const { projectId = "", connectionId = "" } = managed.params;
    return disconnectSlack(by(managed), { projectId, connectionId });
  });
}
