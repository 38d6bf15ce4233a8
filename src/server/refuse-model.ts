import { AppError, isAppError } from "../errors.ts";

/**
 * Reports a model whose provider is not configured here as one that jobs cannot use, not as a fault of the
 * service.
 */
export function refuseModel(error: unknown): never {
  if (isAppError(error, "invalid_configuration"))
    throw new AppError("unknown_model", error.message, { cause: error, details: error.details });
  throw error;
}
