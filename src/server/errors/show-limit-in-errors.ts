import type { FastifyReply, FastifyRequest } from "fastify";
import type { AppError } from "../../errors.ts";
import type { LoadUses } from "../../jobs/uses.ts";
import { errorStatuses } from "./error-statuses.ts";
import { sendError } from "./send-error.ts";
import { toAppError } from "./to-app-error.ts";

/**
 * Shows the limit in every response to a limited request with a valid key, even if the request was refused
 * before the limit was checked.
 */
export function showLimitInErrors(loadUses: LoadUses) {
  return async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const appError = toAppError(error);
    const { projectId } = request.params as { projectId: string };
    if (hidesLimit(appError)) appError.details.uses = undefined;
    else appError.details.uses ??= await loadUses(projectId).catch(() => undefined);
    return sendError(appError, request, reply);
  };
}

function hidesLimit({ code }: AppError): boolean {
  return [401, 403, 404, 500, 503].includes(errorStatuses[code]);
}
