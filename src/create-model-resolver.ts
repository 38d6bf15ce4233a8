import type { LanguageModel } from "ai";
import { createChoresModel } from "./agent/models/chores/create-chores-model.ts";
import { createModelList } from "./agent/models/create-model-list.ts";
import { prices } from "./agent/models/prices.ts";
import { resolveModel } from "./agent/models/resolve-model.ts";
import type { Config } from "./config.ts";
import type { ListedModel } from "./listed-model.ts";
import { createGuardedFetch } from "./network/guard-fetch.ts";

/** `provider/name` → model. Throws `unknown_model`, or `invalid_configuration` when a variable is missing. */
export function createModelResolver(config: Config): (name: string) => LanguageModel {
  const fetch = createGuardedFetch({ allowPrivate: config.allowPrivateAddresses, silenceMs: 0 });
  return (name) => resolveModel({ ...config, createChoresModel, fetch }, name);
}

/** The models that can be used, the given default among them; what providers answer is kept for a minute. Never rejects. */
export function createModelLister(config: Config): (defaultModel: string) => Promise<ListedModel[]> {
  const fetch = createGuardedFetch({ allowPrivate: config.allowPrivateAddresses });
  return createModelList({ ...config, fetch, prices: { ...prices, ...config.prices } });
}
