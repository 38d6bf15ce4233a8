import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { AppError, type ErrorCode } from "../../errors.ts";
import { createJobBody } from "../../jobs/create-job-body.ts";
import { jobRecord } from "../../jobs/record-schema.ts";
import { errorStatuses } from "../error-statuses.ts";
import { toProblem } from "../problem.ts";
import type { HeaderDescription, Operation, ResponseDescription } from "./operation.ts";
import { problemSchema } from "./problem-schema.ts";

type Json = Record<string, unknown>;

const named = new Map<z.ZodType, { name: string; io: "input" | "output" }>([
  [createJobBody, { name: "CreateJobBody", io: "input" }],
  [jobRecord, { name: "JobRecord", io: "output" }],
  [problemSchema, { name: "Problem", io: "output" }],
]);

/** The OpenAPI 3.1 description of the operations, from the schemas that validate their requests. */
export function buildOpenapi(operations: Operation[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = paths[operation.path] ?? {};
    paths[operation.path] = { ...path, [operation.method]: describeOperation(operation) };
  }
  const schemas = [...named].map(([schema, { name, io }]) => [name, toJsonSchema(schema, io)]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Copydesk",
      version,
      description: "Background documentation jobs: one prompt in, one checked pull request out.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "cpd_<id>_<secret and checksum>",
          description: "An API key of the project, with the scope that the operation names.",
        },
      },
    },
  };
}

function describeOperation(operation: Operation): Json {
  const { id, summary, description, scope, body } = operation;
  return {
    operationId: id,
    summary,
    description: scope === null ? description : `${description} Scope: ${scope}.`,
    security: scope === null ? [] : [{ apiKey: [] }],
    parameters: describeParameters(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: { [body.type ?? "application/json"]: describeContent(body, "input") },
      },
    }),
    responses: { ...describeResponses(operation), ...describeErrors(operation) },
  };
}

function describeParameters({ pathParameters, query, requestHeaders }: Operation): Json[] {
  const simple = (place: string, entries: Record<string, HeaderDescription> = {}): Json[] =>
    Object.entries(entries).map(([name, { description, example }]) => ({
      name,
      in: place,
      required: place === "path",
      description,
      schema: { type: typeof example === "number" ? "integer" : "string" },
      example,
    }));
  return [...simple("path", pathParameters), ...describeQuery(query), ...simple("header", requestHeaders)];
}

function describeQuery(query: Operation["query"]): Json[] {
  if (query === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(query.schema, "output") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: required.includes(name) && !("default" in schema),
    description,
    schema,
    example: query.example[name],
  }));
}

function describeResponses(operation: Operation): Json {
  const entries = Object.entries(operation.responses).map(([status, response]) => [
    status,
    describeResponse(response),
  ]);
  return Object.fromEntries(entries);
}

function describeResponse({ description, headers = {}, content }: ResponseDescription): Json {
  return {
    description,
    headers: describeHeaders({ ...headers, "X-Request-Id": requestIdHeader }),
    ...(content && { content: { [content.type]: describeContent(content, "output") } }),
  };
}

const requestIdHeader = { description: "Leads to the request in the service's log.", example: "req_5b1c…" };

function describeHeaders(headers: Record<string, HeaderDescription>): Json {
  const entries = Object.entries(headers).map(([name, { description, example }]) => [
    name,
    { description, schema: { type: typeof example === "number" ? "integer" : "string" }, example },
  ]);
  return Object.fromEntries(entries);
}

function describeErrors(operation: Operation): Json {
  const byStatus = Map.groupBy(operation.errors, (code) => errorStatuses[code]);
  const entries = [...byStatus].map(([status, codes]) => [status, describeError(status, codes, operation)]);
  return Object.fromEntries(entries);
}

function describeError(status: number, codes: ErrorCode[], { path }: Operation): Json {
  const problems = codes.map((code) => [code, exampleProblem(code, path)] as const);
  const headers = Object.keys(problems[0]?.[1].headers ?? {}).filter((name) => name in errorHeaders);
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(", ")}`,
    headers: describeHeaders({
      ...Object.fromEntries(headers.map((name) => [errorHeaders[name]?.name, errorHeaders[name]])),
      "X-Request-Id": requestIdHeader,
    }),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(problems.map(([code, { problem }]) => [code, { value: problem }])),
      },
    },
  };
}

const errorHeaders: Record<string, HeaderDescription & { name: string }> = {
  "www-authenticate": {
    name: "WWW-Authenticate",
    description: "The scheme.",
    example: 'Bearer realm="Copydesk"',
  },
  "retry-after": { name: "Retry-After", description: "Seconds after which it can succeed.", example: 1 },
  "ratelimit-policy": {
    name: "RateLimit-Policy",
    description: "The limit.",
    example: '"create";q=100;w=3600',
  },
  ratelimit: { name: "RateLimit", description: "What is left of it.", example: '"create";r=0;t=1180' },
};

function exampleProblem(code: ErrorCode, path: string) {
  const details = {
    ...(code === "invalid_request" && {
      errors: [{ path: "prompt", message: "must not be empty or blank" }],
    }),
    ...(code === "rate_limited" && {
      uses: { limit: 100, left: 0, resetSeconds: 1180 },
      retryAfterSeconds: 1180,
    }),
  };
  const error = new AppError(code, `See the documentation of ${code}.`, { details });
  return toProblem(error, { id: "req_5b1c…", path });
}

function describeContent(content: { schema: z.ZodType; example: unknown }, io: "input" | "output"): Json {
  const name = named.get(content.schema)?.name;
  const schema = name ? { $ref: `#/components/schemas/${name}` } : toJsonSchema(content.schema, io);
  return { schema, example: content.example };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: "draft-2020-12",
    io,
    unrepresentable: "any",
  });
  return rest;
}
