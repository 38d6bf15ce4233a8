import type { FastifyRequest } from "fastify";
import type { Actor } from "../audit/actor.ts";
import type { Author } from "../jobs/author.ts";
import { cleanName } from "../outgoing/clean-name.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";

/** Returns the author that the request acts for. */
export async function authorOfRequest(
  { knownSecrets }: { knownSecrets: KnownSecrets },
  request: FastifyRequest,
): Promise<Author> {
  const principal = request.principal!;
  // Whoever opens a share link only reads.
  if (principal.kind === "share_link") throw new Error("a share link has no author");
  const { kind, id, name } = principal;
  const gate = createGate(() => knownSecrets.of(principal.kind === "api_key" ? principal.projectId : null));
  return { kind, id, name: await cleanName(gate, name) };
}

/** Returns the same author, with the address that the request came from. */
export async function actorOfRequest(
  deps: { knownSecrets: KnownSecrets },
  request: FastifyRequest,
): Promise<Actor> {
  return { author: await authorOfRequest(deps, request), from: request.ip };
}
