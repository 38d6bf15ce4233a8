import type { FastifyReply, FastifyRequest } from "fastify";

/** Returns the job that a request names or has created; undefined if there is none. */
export function jobOfReply(request: FastifyRequest, reply: FastifyReply): string | undefined {
  const location = reply.getHeader("location");
  const made = typeof location === "string" ? location.slice(location.lastIndexOf("/") + 1) : "";
  const { jobId = made } = (request.params ?? {}) as { jobId?: string };
  return /^job_[0-9A-Za-z]{1,40}$/.test(jobId) ? jobId : undefined;
}
