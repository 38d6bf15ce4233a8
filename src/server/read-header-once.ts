import type { FastifyRequest } from "fastify";
import { invalidRequest } from "../schemas/parse-input.ts";

/**
 * A header's value, or undefined without it. Two of them are not joined to a third value: throws
 * `invalid_request`.
 */
export function readHeaderOnce({ raw }: FastifyRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const [value, ...others] = raw.rawHeaders.filter(
    (_, at, headers) => at % 2 === 1 && headers[at - 1]!.toLowerCase() === wanted,
  );
  if (others.length > 0) throw invalidRequest([{ path: name, message: "must be sent once" }]);
  return value;
}
