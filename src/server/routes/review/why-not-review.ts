import type { FastifyRequest } from "fastify";
import { isAppError } from "../../../errors.ts";
import { refuseByPermission } from "../../../people/refuse-by-permission.ts";
import type { ServerDeps } from "../../server-deps.ts";

/** Returns, in a sentence, why the caller may not decide about the project's changes; null if they may. */
export async function whyNotReview(
  deps: Pick<ServerDeps, "database">,
  { principal, params }: FastifyRequest,
): Promise<string | null> {
  if (principal === undefined || principal.kind === "share_link")
    return "A share link only shows the change; sign in to decide about it.";
  if (principal.kind === "api_key")
    return principal.scopes.includes("write") ? null : "The API key is read-only.";
  const address = params as { projectId: string };
  return await refuseByPermission(deps, principal, { permission: "review:write" }, address).then(
    () => null,
    (error: unknown) => {
      if (isAppError(error, "insufficient_permission")) return error.message;
      throw error;
    },
  );
}
