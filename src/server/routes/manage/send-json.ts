import type { FastifyReply } from "fastify";

export function sendJson(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.header("content-type", "application/json; charset=utf-8").send(JSON.stringify(value));
}
