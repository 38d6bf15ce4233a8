import type { FastifyRequest } from "fastify";
import { type Decider, personOf } from "../../../review/decide-review.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import type { ServerDeps } from "../../server-deps.ts";

/** Returns the person who decides, with the name and address for the commit. */
export async function deciderOfRequest(deps: ServerDeps, request: FastifyRequest): Promise<Decider> {
  const actor = await actorOfRequest(deps, request);
  const principal = request.principal!;
  return { actor, person: principal.kind === "user" ? personOf(actor, principal.email) : personOf(actor) };
}
