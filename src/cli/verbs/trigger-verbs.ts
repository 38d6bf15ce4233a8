import type { z } from "zod";
import { createTrigger } from "../../triggers/create-trigger.ts";
import { listTriggerHistory } from "../../triggers/list-trigger-history.ts";
import {
  changeTrigger,
  listTriggers,
  removeTrigger,
  rotateTriggerSecret,
  stopTriggers,
} from "../../triggers/manage-trigger.ts";
import { stopAllTriggers } from "../../triggers/stop-all-triggers.ts";
import { testTrigger } from "../../triggers/test-trigger.ts";
import type { TriggerAddress } from "../../triggers/trigger-rows.ts";
import type {
  createdTrigger,
  TriggerRecord,
  triggerHistory,
  triggerTest,
} from "../../triggers/trigger-schema.ts";
import type { CliStore } from "../deps.ts";
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
  return {
    listTriggers: (projectId) => listTriggers(store, projectId),
    async createTrigger(projectId, body) {
      const { secret, record } = await createTrigger(store, projectId, body);
      return { ...record, secret };
    },
    changeTrigger: (address, body) => changeTrigger(store, address, body),
    removeTrigger: (address) => removeTrigger(store, address),
    async rotateTriggerSecret(address) {
      const { secret, record } = await rotateTriggerSecret(store, address);
      return { ...record, secret };
    },
    testTrigger: (address, body) => testTrigger(store, address, body),
    listTriggerHistory: (address) => listTriggerHistory(store, address),
    stopTriggers: (projectId, body) => stopTriggers(store, projectId, body),
    stopAllTriggers: (body) => stopAllTriggers(store, body),
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
