import type { FastifyRequest } from "fastify";
import { invalidRequest } from "../../schemas/parse-input.ts";

/**
 * Returns a header's value, or undefined if it is absent. Throws `invalid_request` if the header is sent
 * twice: the values are not joined.
 */
export function readHeaderOnce({ raw }: FastifyRequest, name: string): string | undefined {
  const wanted = name.toLowerCase();
  const [value, ...others] = raw.rawHeaders.filter(
    (_, at, headers) => at % 2 === 1 && headers[at - 1]!.toLowerCase() === wanted,
  );
  if (others.length > 0) throw invalidRequest([{ path: name, message: "must be sent once" }]);
  return value;
}
