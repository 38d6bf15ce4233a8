import type { LanguageModel } from "ai";
import { createChoresModel } from "../agent/models/chores/create-chores-model.ts";
import { createModelList, type ListModels } from "../agent/models/create-model-list.ts";
import { prices } from "../agent/models/prices.ts";
import { findModel, resolveModel } from "../agent/models/resolve-model.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { isModelAllowed } from "../schemas/model-name.ts";
import { createNetworkFetch } from "./create-network.ts";

/** Patterns of the models that a project allows its jobs; null or absent: all that the service allows. */
export type ProjectModels = readonly string[] | null | undefined;

/** Throws `unknown_model` for a name that is none or is not allowed, `invalid_configuration` when a variable is missing. */
export function createModelCheck(config: Config): (name: string, projectModels?: ProjectModels) => void {
  return (name, projectModels) => {
    findModel(config, name);
    const details = { model: name };
    if (!isModelAllowed([config.models], name)) {
      const message = `The operator of this service does not allow the model ${name} (COPYDESK_MODELS).`;
      throw new AppError("unknown_model", message, { details });
    }
    if (!isModelAllowed([projectModels], name)) {
      const message = `The project does not allow the model ${name}. Allowed: ${projectModels?.join(", ")}. "project set --models" changes that.`;
      throw new AppError("unknown_model", message, { details });
    }
  };
}

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

/** The models that may be used, the given default among them; what providers answer is kept for a minute. Never rejects. */
export function createModelLister(config: Config): ListModels {
  const fetch = createNetworkFetch(config);
  return createModelList({ ...config, fetch, prices: { ...prices, ...config.prices } });
}
