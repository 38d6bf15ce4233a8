import type { FastifyRequest } from "fastify";
import type { Decider } from "../../../review/decide-review.ts";
import { actorOfRequest } from "../../author-of-request.ts";
import type { ServerDeps } from "../../server-deps.ts";

/** Keys have no address of their own. */
const keyEmail = "copydesk@localhost";

/** Whoever decides, with the name and address that a commit of theirs has. */
export async function deciderOfRequest(deps: ServerDeps, request: FastifyRequest): Promise<Decider> {
  const actor = await actorOfRequest(deps, request);
  const principal = request.principal!;
  const name = "name" in actor.author && actor.author.name ? actor.author.name : "Copydesk";
  return { actor, person: { name, email: principal.kind === "user" ? principal.email : keyEmail } };
}
