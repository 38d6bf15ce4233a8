import type { FastifyReply } from "fastify";

/** Says that the answer also depends on this header of the request. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader("vary");
  reply.header("vary", known === undefined ? name : `${known}, ${name}`);
}
