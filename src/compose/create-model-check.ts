import { findModel } from "../agent/models/find-model.ts";
import type { Config } from "../config.ts";
import { AppError } from "../errors.ts";
import { isModelAllowed } from "../schemas/model-name.ts";

/** Patterns of the models that a project allows its jobs; null or absent: all that the service allows. */
export type ProjectModels = readonly string[] | null | undefined;

/**
 * Returns a check that throws `unknown_model` for a name that is invalid or not allowed, and
 * `invalid_configuration` if a variable is missing.
 */
export function createModelCheck(config: Config): (name: string, projectModels?: ProjectModels) => void {
  return (name, projectModels) => {
    findModel(config, name);
    const details = { model: name };
    if (!isModelAllowed([config.models], name)) {
      const message = `The operator of this service does not allow the model ${name} (COPYDESK_MODELS).`;
      throw new AppError("unknown_model", message, { details });
    }
    if (!isModelAllowed([projectModels], name)) {
      const message = `The project does not allow the model ${name}. Allowed: ${projectModels?.join(", ")}. The project's setting models changes that.`;
      throw new AppError("unknown_model", message, { details });
    }
  };
}
