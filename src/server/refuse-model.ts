import { AppError, isAppError } from "../errors.ts";

/**
 * A model whose provider is not configured here is not one that jobs can use; nothing is wrong with the
 * service.
 */
export function refuseModel(error: unknown): never {
  if (isAppError(error, "invalid_configuration"))
    throw new AppError("unknown_model", error.message, { cause: error, details: error.details });
  throw error;
}
