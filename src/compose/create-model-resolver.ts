import type { LanguageModel } from "ai";
import { createModelList, type ListModels } from "../agent/models/create-model-list.ts";
import { prices } from "../agent/models/prices.ts";
import { resolveModel } from "../agent/models/resolve-model.ts";
import { createChoresModel } from "../chores/create-chores-model.ts";
import type { Config } from "../config.ts";
import { createModelCheck, type ProjectModels } from "./create-model-check.ts";
import { createNetworkFetch } from "./create-network.ts";

/** `provider/name` → model. Throws as the check of the name. */
export function createModelResolver(
  config: Config,
): (name: string, projectModels?: ProjectModels) => LanguageModel {
  const fetch = createNetworkFetch(config, { silenceMs: 0 });
  const check = createModelCheck(config);
  return (name, projectModels) => {
    check(name, projectModels);
    return resolveModel({ ...config, createChoresModel, fetch }, name);
  };
}

/**
 * The models that may be used, the given default among them; what providers answer is kept for a minute.
 * Never rejects.
 */
export function createModelLister(config: Config): ListModels {
  const fetch = createNetworkFetch(config);
  return createModelList({ ...config, fetch, prices: { ...prices, ...config.prices } });
}
