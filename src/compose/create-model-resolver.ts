import type { LanguageModel } from "ai";
import { createModelList, type ListModels } from "../agent/models/create-model-list.ts";
import { prices } from "../agent/models/prices.ts";
import { resolveModel } from "../agent/models/resolve-model.ts";
import { createChoresModel } from "../chores/create-chores-model.ts";
import type { Config } from "../config.ts";
import { createModelCheck, type ProjectModels } from "./create-model-check.ts";
import { createNetworkFetch } from "./create-network.ts";

/** Resolves `provider/name` to a model. Throws the errors of the name's check. */
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
 * Lists the models that may be used, including the given default; providers' answers are cached for a minute.
 * Never rejects.
 */
export function createModelLister(config: Config): ListModels {
  const fetch = createNetworkFetch(config);
  return createModelList({ ...config, fetch, prices: { ...prices, ...config.prices } });
}
