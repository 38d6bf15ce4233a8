import type { FastifyRequest } from "fastify";
import type { Author } from "../jobs/author.ts";
import { cleanName } from "../outgoing/clean-name.ts";
import { createGate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";

/** The key that the request was allowed with. */
export async function authorOfRequest(
  { knownSecrets }: { knownSecrets: KnownSecrets },
  request: FastifyRequest,
): Promise<Author> {
  const { id, name, projectId } = request.apiKey!;
  const gate = createGate(() => knownSecrets.of(projectId));
  return { kind: "api_key", id, name: await cleanName(gate, name) };
}
