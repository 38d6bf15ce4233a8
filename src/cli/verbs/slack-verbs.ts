import type { SlackConnectionRecord } from "../../slack/slack-schema.ts";
import type { CliStore } from "../deps.ts";
import { assertProject } from "./assert-project.ts";
import { onStore } from "./on-store.ts";
import type { RemoteClient } from "./remote-client.ts";
import { path } from "./remote-path.ts";
import type { Verbs } from "./verbs.ts";

export function localSlackVerbs(store: CliStore) {
  const on = onStore(store);
  const connections = () => import("../../slack/slack-connections.ts");
  return {
    async listSlack(projectId) {
      await assertProject(store, projectId);
      return await (await connections()).listSlackConnections(store, projectId);
    },
    connectSlack: on(async () => (await connections()).connectSlack),
    disconnectSlack: on(async () => (await connections()).disconnectSlack),
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
