import type { FastifyRequest } from "fastify";
import type { Place } from "../../people/applications/authorize-application.ts";
import { publicUrlOfRequest } from "../routes/people/people-operations.ts";
import type { ServerDeps } from "../server-deps.ts";

const loopback = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * Returns the address at which applications find the service. Without a public URL it is the request's name
 * for this machine: an application compares it with the address that it was given.
 */
export function placeOfRequest(deps: Pick<ServerDeps, "signIn">, request: FastifyRequest): Place {
  const asked = URL.parse(`http://${request.headers.host}`);
  const isHere = deps.signIn.publicUrl === null && asked !== null && loopback.has(asked.hostname);
  return { base: isHere ? asked.origin : publicUrlOfRequest(deps, request) };
}
