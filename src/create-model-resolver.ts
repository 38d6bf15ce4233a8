import type { LanguageModel } from "ai";
import { createChoresModel } from "./agent/models/chores/create-chores-model.ts";
import { resolveModel } from "./agent/models/resolve-model.ts";
import type { Config } from "./config.ts";
import { createGuardedFetch } from "./network/guard-fetch.ts";

/** `provider/name` → model. Throws `unknown_model`, or `invalid_configuration` when a variable is missing. */
export function createModelResolver(config: Config): (name: string) => LanguageModel {
  const fetch = createGuardedFetch({ allowPrivate: config.allowPrivateAddresses });
  return (name) => resolveModel({ ...config, createChoresModel, fetch }, name);
}
