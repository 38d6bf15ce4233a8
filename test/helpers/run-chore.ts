import type { ModelMessage } from "ai";
import { createChoresModel } from "../../src/chores/create-chores-model.ts";
import { type Driven, driveModel } from "./drive-model.ts";
import type { MemorySite } from "./memory-site.ts";

export const user = (content: string): ModelMessage => ({ role: "user", content });

export async function run(prompt: string, site: MemorySite): Promise<Driven> {
  return driveModel(createChoresModel(), [user(prompt)], site.call);
}

export function textOf(site: MemorySite): Record<string, string> {
  return Object.fromEntries([...site.files].sort());
}
