import { getProject } from "../../projects/get-project.ts";
import { connectSlack, disconnectSlack, listSlackConnections } from "../../slack/slack-connections.ts";
import type { SlackConnectionRecord } from "../../slack/slack-schema.ts";
import type { CliStore } from "../deps.ts";
import type { RemoteClient } from "./remote-client.ts";
import { path } from "./remote-path.ts";
import type { Verbs } from "./verbs.ts";

export function localSlackVerbs(store: CliStore) {
  return {
    async listSlack(projectId) {
      await getProject(store, projectId);
      return await listSlackConnections(store, projectId);
    },
    connectSlack: (projectId, body) => connectSlack(store, projectId, body),
    disconnectSlack: (address) => disconnectSlack(store, address),
  } satisfies Partial<Verbs>;
}

export function remoteSlackVerbs({ json }: RemoteClient) {
  const all = (projectId: string) => path`/v2/manage/projects/${projectId}/slack`;
  return {
    listSlack: async (projectId) =>
      (await json<{ data: SlackConnectionRecord[] }>("GET", all(projectId))).data,
    connectSlack: (projectId, body) => json("POST", all(projectId), body),
    disconnectSlack: ({ projectId, connectionId }) =>
      json("DELETE", `${all(projectId)}${path`/${connectionId}`}`),
  } satisfies Partial<Verbs>;
}
