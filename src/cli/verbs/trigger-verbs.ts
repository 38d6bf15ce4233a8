import type { z } from "zod";
import type { TriggerAddress } from "../../triggers/trigger-rows.ts";
import type {
  createdTrigger,
  TriggerRecord,
  triggerHistory,
  triggerTest,
} from "../../triggers/trigger-schema.ts";
import type { CliStore } from "../deps.ts";
import { onStore } from "./on-store.ts";
import type { RemoteClient } from "./remote-client.ts";

type CreatedTrigger = z.output<typeof createdTrigger>;

/** Actions of the trigger commands, the same for the local store and a remote service. */
export interface TriggerVerbs {
  listTriggers(
    projectId: string,
  ): Promise<{ data: TriggerRecord[]; stopped: boolean; instanceStopped: boolean }>;
  createTrigger(projectId: string, body: object): Promise<CreatedTrigger>;
  changeTrigger(address: TriggerAddress, body: object): Promise<TriggerRecord>;
  removeTrigger(address: TriggerAddress): Promise<void>;
  rotateTriggerSecret(address: TriggerAddress): Promise<CreatedTrigger>;
  testTrigger(address: TriggerAddress, body: object): Promise<z.output<typeof triggerTest>>;
  listTriggerHistory(address: TriggerAddress): Promise<z.output<typeof triggerHistory>>;
  stopTriggers(projectId: string, body: object): Promise<{ stopped: boolean }>;
  /** Stops the triggers of the whole instance. */
  stopAllTriggers(body: object): Promise<{ stopped: boolean }>;
}

export function localTriggerVerbs(store: CliStore): TriggerVerbs {
  const on = onStore(store);
  const manage = () => import("../../triggers/manage-trigger.ts");
  const createTrigger = on(async () => (await import("../../triggers/create-trigger.ts")).createTrigger);
  const rotateTriggerSecret = on(async () => (await manage()).rotateTriggerSecret);
  return {
    listTriggers: on(async () => (await manage()).listTriggers),
    async createTrigger(projectId, body) {
      const { secret, record } = await createTrigger(projectId, body);
      return { ...record, secret };
    },
    changeTrigger: on(async () => (await manage()).changeTrigger),
    removeTrigger: on(async () => (await manage()).removeTrigger),
    async rotateTriggerSecret(address) {
      const { secret, record } = await rotateTriggerSecret(address);
      return { ...record, secret };
    },
    testTrigger: on(async () => (await import("../../triggers/test-trigger.ts")).testTrigger),
    listTriggerHistory: on(
      async () => (await import("../../triggers/list-trigger-history.ts")).listTriggerHistory,
    ),
    stopTriggers: on(async () => (await manage()).stopTriggers),
    stopAllTriggers: on(async () => (await import("../../triggers/stop-all-triggers.ts")).stopAllTriggers),
  };
}

export function remoteTriggerVerbs({ json }: RemoteClient): TriggerVerbs {
  const all = (projectId: string) => `/v2/manage/projects/${encodeURIComponent(projectId)}/triggers`;
  const one = ({ projectId, triggerId }: TriggerAddress) =>
    `${all(projectId)}/${encodeURIComponent(triggerId)}`;
  return {
    listTriggers: (projectId) => json("GET", all(projectId)),
    createTrigger: (projectId, body) => json("POST", all(projectId), body),
    changeTrigger: (address, body) => json("PATCH", one(address), body),
    removeTrigger: (address) => json("DELETE", one(address)),
    rotateTriggerSecret: (address) => json("POST", `${one(address)}/rotate-secret`),
    testTrigger: (address, body) => json("POST", `${one(address)}/test`, body),
    listTriggerHistory: (address) => json("GET", `${one(address)}/history`),
    stopTriggers: (projectId, body) => json("PATCH", all(projectId), body),
    stopAllTriggers: (body) => json("PATCH", "/v2/manage/instance/triggers", body),
  };
}
