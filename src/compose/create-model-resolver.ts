import type { LanguageModelV4 } from "@ai-sdk/provider";
import { LRUCache } from "lru-cache";
import { createModelList, type ListModels } from "../agent/models/create-model-list.ts";
import { findModel } from "../agent/models/find-model.ts";
import { prices } from "../agent/models/prices.ts";
import { resolveModel } from "../agent/models/resolve-model.ts";
import { createChoresModel } from "../chores/create-chores-model.ts";
import type { Config } from "../config.ts";
import { createModelCheck, type ProjectModels } from "./create-model-check.ts";
import { createNetworkFetch } from "./create-network.ts";

/** Preparing a model takes longer than a job takes to use it. */
const knownMax = 100;

/** Resolves `provider/name` to a model. Throws the errors of the name's check. */
export function createModelResolver(
  config: Config,
): (name: string, projectModels?: ProjectModels) => LanguageModelV4 {
  const fetch = createNetworkFetch(config, { silenceMs: 0 });
  const check = createModelCheck(config);
  // Of providers only: the built-in model belongs to one job.
  const known = new LRUCache<string, LanguageModelV4>({ max: knownMax });
  return (name, projectModels) => {
    check(name, projectModels);
    const model = known.get(name) ?? resolveModel({ ...config, createChoresModel, fetch }, name);
    if (findModel(config, name) !== null) known.set(name, model);
    return model;
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
