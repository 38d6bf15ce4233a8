import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type BucketDeps, withTranscript } from "../../bucket/with-transcript.ts";
import type { ErrorCode } from "../../errors.ts";
import type { JobAddress } from "../../jobs/get-job.ts";
import { type Access, type AuthenticateDeps, authenticate } from "../authenticate.ts";
import { withDeadline } from "../with-deadline.ts";
import { readQuery } from "./read-query.ts";
import type { Tag } from "./tags.ts";

export interface HeaderDescription {
  description: string;
  example: string | number;
  /** Regular expression of the value. */
  pattern?: string;
  /** Of an answer's header that is not always there. */
  optional?: true;
}

export interface ContentDescription {
  type: string;
  schema: z.ZodType;
  example: unknown;
}

export interface ResponseDescription {
  description: string;
  headers?: Record<string, HeaderDescription>;
  content?: ContentDescription;
  /** What clients get instead who ask for its type. */
  otherContent?: ContentDescription;
}

/** One route as data: what is registered, and what `GET /openapi.json` says about it. */
export interface Operation extends Access {
  id: string;
  tag: Tag;
  method: "get" | "post" | "patch" | "put" | "delete";
  /** With `{name}` for parameters. */
  path: string;
  summary: string;
  description: string;
  pathParameters?: Record<string, HeaderDescription>;
  query?: {
    schema: z.ZodObject;
    /** Of the fields whose schema has none. */
    descriptions?: Record<string, string>;
    example: Record<string, unknown>;
  };
  requestHeaders?: Record<string, HeaderDescription>;
  /** JSON unless it names another type. */
  body?: { type?: string; schema: z.ZodType; example: unknown };
  responses: Record<number, ResponseDescription>;
  /** Which limit on uses counts it. */
  limit?: "create" | "message";
  /** Beside those that every request can get. */
  errors: ErrorCode[];
}

export interface RouteExtras {
  deadlineMs?: number;
  errorHandler?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

// A store that is connected but does not answer must not hold requests for ever.
const deadlineMsDefault = 15_000;

/** Whether an operation is for known callers only. */
export function needsCredentials({ scope, permission, callers = [] }: Access): boolean {
  return scope !== null || permission !== undefined || callers.length > 0;
}

const noQuery = z.strictObject({});

/**
 * Registers the route that an operation describes. Credentials are checked before the body is read; what
 * needs them and has no parameters refuses those that it gets, so that `?mode=preview` is not taken for a
 * preview.
 */
export function registerOperation(
  app: FastifyInstance,
  deps: AuthenticateDeps & BucketDeps,
  operation: Operation,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  { deadlineMs = deadlineMsDefault, errorHandler }: RouteExtras = {},
): void {
  const check = needsCredentials(operation) ? authenticate(deps, operation) : null;
  app.route({
    ...(errorHandler && { errorHandler }),
    method: operation.method.toUpperCase(),
    url: operation.path.replace(/\{(\w+)\}/g, ":$1"),
    onRequest: check ? [(request) => withDeadline(check(request), deadlineMsDefault)] : [],
    handler: async (request, reply) => {
      if (check !== null && operation.query === undefined) readQuery(noQuery, request.query);
      const { projectId = "", jobId = "" } = request.params as Partial<JobAddress>;
      const answer = withTranscript(deps, { projectId, jobId }, () => handler(request, reply));
      return await withDeadline(answer, deadlineMs);
    },
  });
}
