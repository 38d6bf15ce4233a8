import type { FastifyRequest } from "fastify";
import { invalidRequest } from "../schemas/parse-input.ts";

/**
 * A header's value, or undefined without it. Two of them are not joined to a third value: throws
 * `invalid_request`.
 */
export function readHeaderOnce({ raw }: FastifyRequest, name: string): string | undefined {
  const [value, ...others] = raw.headersDistinct[name.toLowerCase()] ?? [];
  if (others.length > 0) throw invalidRequest([{ path: name, message: "must be sent once" }]);
  return value;
}
