import type { ConnectSlackChannelBody, ListSlackChannelsAnswer } from "../../../sdk/src/generated-types.ts";
import { api } from "./client.ts";

export type SlackChannel = ListSlackChannelsAnswer["data"][number];

export const slackPath = (projectId: string) => `/v2/manage/projects/${projectId}/slack`;

export const connectSlack = (projectId: string, body: ConnectSlackChannelBody) =>
  api.post<SlackChannel>(slackPath(projectId), body);

export const disconnectSlack = ({ projectId, id }: SlackChannel) =>
  api.delete(`${slackPath(projectId)}/${id}`);
