import type { LanguageModel } from "ai";
import { createChoresModel } from "./agent/models/chores/create-chores-model.ts";
import { resolveModel } from "./agent/models/resolve-model.ts";
import type { Config } from "./config.ts";

/** `provider/name` → model. Throws `unknown_model`, or `invalid_configuration` when a variable is missing. */
export function createModelResolver(config: Config): (name: string) => LanguageModel {
  return (name) => resolveModel({ ...config, createChoresModel }, name);
}
