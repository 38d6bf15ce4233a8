import type {
  ChangeTriggerBody,
  CreateTriggerAnswer,
  CreateTriggerBody,
  ListTriggerHistoryAnswer,
  ListTriggersAnswer,
  TestTriggerAnswer,
  TestTriggerBody,
} from "../../../sdk/src/generated-types.ts";
import { api } from "./client.ts";

export type Trigger = ListTriggersAnswer["data"][number];
export type TriggerKind = Trigger["kind"];
export type TriggerSettings = Trigger["settings"];
export type TriggerTest = TestTriggerAnswer;
export type TriggerEntry = ListTriggerHistoryAnswer["data"][number];
export type Triggers = ListTriggersAnswer;
export type { ChangeTriggerBody, CreateTriggerBody };

export const triggersPath = (projectId: string) => `/v2/manage/projects/${projectId}/triggers`;

const onePath = ({ projectId, id }: Pick<Trigger, "projectId" | "id">) => `${triggersPath(projectId)}/${id}`;

export const historyPath = (trigger: Trigger) => `${onePath(trigger)}/history`;

export const createTrigger = (projectId: string, body: CreateTriggerBody) =>
  api.post<CreateTriggerAnswer>(triggersPath(projectId), body);

export const changeTrigger = (trigger: Trigger, body: ChangeTriggerBody) =>
  api.patch<Trigger>(onePath(trigger), body);

export const removeTrigger = (trigger: Trigger) => api.delete(onePath(trigger));

export const rotateTrigger = (trigger: Trigger) =>
  api.post<{ secret: string | null }>(`${onePath(trigger)}/rotate-secret`, {});

export const testTrigger = (trigger: Trigger, body: TestTriggerBody) =>
  api.post<TriggerTest>(`${onePath(trigger)}/test`, body);

export const stopTriggers = (projectId: string, stopped: boolean) =>
  api.patch(triggersPath(projectId), { stopped });
