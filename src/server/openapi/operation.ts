import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type BucketDeps, withTranscript } from "../../bucket/with-transcript.ts";
import type { ErrorCode } from "../../errors.ts";
import type { JobAddress } from "../../jobs/get-job.ts";
import { type Access, type AuthenticateDeps, authenticate } from "../authenticate.ts";
import { withDeadline } from "../http/with-deadline.ts";
import { readQuery } from "./read-query.ts";
import type { Tag } from "./tags.ts";

export interface HeaderDescription {
  description: string;
  example: string | number;
  /** Regular expression that the value matches. */
  pattern?: string;
  /** Set if a response may lack the header. */
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
  /** Response for clients that ask for this other type. */
  otherContent?: ContentDescription;
}

/** One route as data: both its registration and its entry in `GET /openapi.json`. */
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
    /** Descriptions of fields whose schema has none. */
    descriptions?: Record<string, string>;
    example: Record<string, unknown>;
  };
  requestHeaders?: Record<string, HeaderDescription>;
  /** JSON unless `type` names another one. */
  body?: { type?: string; schema: z.ZodType; example: unknown };
  responses: Record<number, ResponseDescription>;
  /** Rate limit that counts the operation. */
  limit?: "create" | "message";
  /** Errors besides those that every request can get. */
  errors: ErrorCode[];
}

export interface RouteExtras {
  deadlineMs?: number;
  errorHandler?: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

// A store that is connected but does not answer must not hold requests indefinitely.
const deadlineMsDefault = 15_000;

/** Whether an operation requires an authenticated caller. */
export function needsCredentials({ scope, permission, callers = [] }: Access): boolean {
  return scope !== null || permission !== undefined || callers.length > 0;
}

const noQuery = z.strictObject({});

/**
 * Registers the route that an operation describes. Credentials are checked before the body is read. An
 * operation with credentials and no query parameters refuses any that are sent, so that `?mode=preview` is
 * not silently ignored. No body counts as an empty object.
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
      if (operation.body !== undefined && operation.body.type === undefined) request.body ??= {};
      const { projectId = "", jobId = "" } = request.params as Partial<JobAddress>;
      const answer = withTranscript(deps, { projectId, jobId }, () => handler(request, reply));
      return await withDeadline(answer, deadlineMs);
    },
  });
}
