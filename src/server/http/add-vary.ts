import type { FastifyReply } from "fastify";

/** Adds a request header to the response's `Vary`. */
export function addVary(reply: FastifyReply, name: string): void {
  const known = reply.getHeader("vary");
  reply.header("vary", known === undefined ? name : `${known}, ${name}`);
}
