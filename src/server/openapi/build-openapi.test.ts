import { afterAll, beforeAll, expect, test } from "vitest";
import { inlineComponents } from "../../../test/contract/description.ts";
import { createSchemaValidator } from "../../../test/contract/schema-validator.ts";
import { startTestServer, type TestServer } from "../../../test/helpers/test-server.ts";
import { createJobBody } from "../../jobs/create-job-body.ts";
import { eventKinds } from "../../jobs/event-kinds.ts";
import { jobRecord, reasons } from "../../jobs/record-schema.ts";
import { ruleIds } from "../../schemas/check-rules.ts";
import { writeBody } from "../../webhooks/deliver-webhooks.ts";
import { jobEvents, pingType, triggerEvents, webhookEvents } from "../../webhooks/webhook-record.ts";
import { operations } from "../routes/openapi.ts";
import { buildOpenapi } from "./build-openapi.ts";
import { exampleJob } from "./example-job.ts";
import { problemSchema } from "./problem-schema.ts";

interface Description {
  openapi: string;
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, { properties: Record<string, unknown>; required: string[] }> };
}

interface DescribedOperation {
  operationId: string;
  security: unknown[];
  parameters: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<string, DescribedResponse>;
}

interface DescribedResponse {
  headers: Record<string, unknown>;
  content?: Record<string, { example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

const routes: string[] = [];
let server: TestServer;
let served: string;
let description: Description;

beforeAll(async () => {
  server = await startTestServer({
    plugins: [
      async (app) => {
        routes.push(app.printRoutes({ commonPrefix: false }));
      },
    ],
  });
  served = await (await fetch(`${server.url}/openapi.json`)).text();
  description = inlineComponents(JSON.parse(served)) as unknown as Description;
});

afterAll(() => server.close());

test("every route is described, and nothing else", async () => {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(described.sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort());
  for (const { method, path } of operations) {
    const url = server.url + path.replace(/\{\w+\}/g, "x");
    const answer = await fetch(url, { method: method.toUpperCase(), redirect: "manual" });
    const { code } = (answer.status === 404 || answer.status === 405 ? await answer.json() : {}) as {
      code?: string;
    };
    expect(["route_not_found", "method_not_allowed"]).not.toContain(code);
  }
  const methods = [...routes.join("\n").matchAll(/\(([A-Z, ]+)\)/g)].flatMap(([, list]) => list!.split(", "));
  const routed = methods.filter((method) => method !== "HEAD" && method !== "OPTIONS").length;
  // For people: all errors, one error, and the files of the dashboard. For npm: the client. For editors: the
  // schema of a repository's policy. For assistants: three methods of the Model Context Protocol. For
  // readers: the documentation, with what its pages load. For applications: three documents about the
  // service, register, token, revoke.
  const pages = 5 + 7 + 6;
  expect(routed).toBe(operations.length + pages);
});

test("references lead somewhere and every schema is used", () => {
  const used = new Set([...served.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
  expect([...used].sort()).toEqual(Object.keys(description.components.schemas).sort());
});

test("the fields and limits are those of the schemas that validate", () => {
  const { CreateJobBody, JobRecord } = description.components.schemas;
  expect(Object.keys(JobRecord!.properties)).toEqual(Object.keys(jobRecord.shape));
  expect(JobRecord!.required).toEqual(Object.keys(jobRecord.shape));
  expect(Object.keys(CreateJobBody!.properties)).toEqual(Object.keys(createJobBody.shape));
  expect(CreateJobBody!.required).toEqual(["prompt"]);
  expect(CreateJobBody).toMatchObject({
    additionalProperties: false,
    properties: {
      prompt: { type: "string", minLength: 1, maxLength: 32_768 },
      mode: { enum: ["pull_request", "preview"], default: "pull_request" },
      paths: { maxItems: 50 },
      metadata: { maxProperties: 16 },
    },
  });
});

test("examples are accepted by the schemas, and every error has a problem document with its code", () => {
  const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  for (const { id, body } of operations)
    if (body !== undefined) expect([id, body.schema.safeParse(body.example).success]).toEqual([id, true]);
  for (const operation of all) {
    for (const [status, { content, headers }] of Object.entries(operation.responses)) {
      expect(headers).toHaveProperty("X-Request-Id");
      for (const [code, { value }] of Object.entries(content?.["application/problem+json"]?.examples ?? {}))
        expect(problemSchema.parse(value)).toMatchObject({ code, status: Number(status) });
    }
  }
  expect(jobRecord.safeParse(createExample(description)).success).toBe(true);
});

function createExample({ paths }: Description): unknown {
  return paths["/v2/agent/{projectId}/job"]?.post?.responses[201]?.content?.["application/json"]?.example;
}

test("create and get name their headers, parameters and security", () => {
  const create = description.paths["/v2/agent/{projectId}/job"]?.post;
  const get = description.paths["/v2/agent/{projectId}/job/{jobId}"]?.get;
  expect(create?.security).toEqual([{ apiKey: [] }, { managementKey: [] }, { session: [] }]);
  expect(get?.security).toEqual([...create!.security, { shareLink: [] }]);
  expect(create?.parameters.map(({ name }) => name)).toEqual(["projectId", "Idempotency-Key"]);
  expect(Object.keys(create?.responses[201]?.headers ?? {})).toEqual([
    ...["X-Request-Id", "Cache-Control", "X-Content-Type-Options", "RateLimit-Policy", "RateLimit"],
    ...["Location", "Idempotent-Replayed"],
  ]);
  expect(Object.keys(create?.responses[429]?.headers ?? {})).toContain("Retry-After");
  expect(Object.keys(create?.responses[401]?.headers ?? {})).toContain("WWW-Authenticate");
  expect(get?.parameters.map(({ name, required }) => [name, required])).toEqual([
    ["projectId", true],
    ["jobId", true],
    ["wait", false],
    ["If-None-Match", false],
  ]);
  expect(Object.keys(get?.responses ?? {})).toEqual(expect.arrayContaining(["200", "304", "404", "503"]));
});

test("the document has at most 8.5 kB per operation, and is not sent again to a client that has it", async () => {
  expect(Buffer.byteLength(served)).toBeLessThanOrEqual(8_500 * operations.length);
  const first = await fetch(`${server.url}/openapi.json`);
  const etag = first.headers.get("etag")!;
  const again = await fetch(`${server.url}/openapi.json`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  const other = await fetch(`${server.url}/openapi.json`, { headers: { "if-none-match": '"other"' } });
  expect([other.status, await other.text()]).toEqual([200, served]);
});

test("every kind of event has a schema of its own, which the union tells by its kind", () => {
  const { schemas } = JSON.parse(served).components;
  const { oneOf, discriminator } = schemas.JobEvent;
  expect(discriminator.propertyName).toBe("kind");
  expect(Object.keys(discriminator.mapping)).toEqual(Object.keys(eventKinds));
  expect(oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(Object.values(discriminator.mapping));
  for (const [kind, reference] of Object.entries<string>(discriminator.mapping)) {
    const { properties, required } = schemas[reference.replace("#/components/schemas/", "")];
    expect(properties.kind).toEqual({ type: "string", enum: [kind] });
    expect(required).toEqual(["seq", "at", "kind", "data", "author"]);
  }
  expect(schemas.UnknownJobEvent.properties.kind.not.enum).toEqual(Object.keys(eventKinds));
});

test("responses allow further fields and values, requests do not", () => {
  const { schemas } = JSON.parse(served).components;
  const { CreateJobBody, SendMessageBody, ...returned } = schemas;
  expect(JSON.stringify(returned)).not.toContain('"additionalProperties":false');
  for (const body of [CreateJobBody, SendMessageBody]) expect(body.additionalProperties).toBe(false);
  expect(schemas.JobRecord.properties.reason).toMatchObject({ type: "string", "x-extensible-enum": reasons });
  expect(schemas.Finding.properties.rule["x-extensible-enum"].toSorted()).toEqual(ruleIds.toSorted());
  expect(schemas.JobRecord.properties.status.enum).toEqual(["active", "completed", "archived", "failed"]);
});

test("every webhook that can be subscribed to is described, with the bytes that are sent", () => {
  const { webhooks } = JSON.parse(served);
  expect(Object.keys(webhooks)).toEqual([...webhookEvents, pingType]);
  const validate = createSchemaValidator(JSON.parse(served));
  const { createdAt, updatedAt, ...record } = exampleJob;
  const { source, createdBy, ...columns } = record;
  for (const type of jobEvents) {
    const stored = { ...columns, repository: source.repository, branch: source.ref, pull_request: null };
    const job = { ...stored, created_by: createdBy, created_at: createdAt, updated_at: updatedAt };
    const body = writeBody({ type, messageAt: new Date(), projectId: "prj_1", job } as never);
    const { schema } = webhooks[type].post.requestBody.content["application/json"];
    expect(validate(schema, JSON.parse(body))).toEqual([]);
    expect(validate(schema, { ...JSON.parse(body), type: "job.created" })).not.toEqual([]);
  }
  for (const type of triggerEvents) {
    const { schema, example } = webhooks[type].post.requestBody.content["application/json"];
    const { projectId, ...about } = example.data;
    const body = writeBody({ type, messageAt: new Date(), projectId, about, job: {} } as never);
    expect(validate(schema, JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body).data).toEqual(example.data);
  }
  const sent = { type: pingType, messageAt: new Date(), projectId: "prj_1", webhookId: "wh_1", job: {} };
  const { schema } = webhooks[pingType].post.requestBody.content["application/json"];
  expect(validate(schema, JSON.parse(writeBody(sent as never)))).toEqual([]);
});

test("every text that is sent has a pattern or a format, unless it is one of a list", () => {
  const { paths, components } = JSON.parse(served);
  const found: string[] = [];
  const walk = (schema: { [key: string]: unknown }, place: string) => {
    const isText = schema.type === "string" && !("enum" in schema);
    if (isText && !("pattern" in schema || "format" in schema)) found.push(place);
    for (const [name, part] of Object.entries(schema))
      if (typeof part === "object" && part !== null) walk(part as typeof schema, `${place}.${name}`);
  };
  walk(components.schemas.CreateJobBody.properties, "CreateJobBody");
  walk(components.schemas.SendMessageBody.properties, "SendMessageBody");
  for (const [path, methods] of Object.entries<Record<string, DescribedOperation>>(paths))
    for (const { parameters } of Object.values(methods))
      for (const parameter of parameters) walk({ ...parameter }, `${path} ${parameter.name}`);
  // Any text may be compared with an ETag.
  expect(found.filter((place) => !place.includes("If-None-Match"))).toEqual([]);
});

// Each of these makes openapi-generator, openapi-python-client or oapi-codegen stop, or write a client that
// does not compile or cannot read a record.
test("the document has no keywords that client generators do not know", () => {
  const found: string[] = [];
  walk(JSON.parse(served), "", (schema, at) => {
    const { type, $ref, default: value, anyOf } = schema;
    const options = Array.isArray(anyOf) && anyOf.some(isNull) ? anyOf.filter((one) => !isNull(one)) : [];
    const values = Array.isArray(schema.enum) && !at.includes("/not/") ? schema.enum : [];
    if ("prefixItems" in schema || schema.items === false) found.push(`${at}: a tuple`);
    if (typeof $ref === "string" && Object.keys(schema).length > 1) found.push(`${at}: words beside $ref`);
    if (Array.isArray(type) && type.includes("object") && !at.includes("/requestBody/"))
      found.push(`${at}: an object or null in one type`);
    if (Array.isArray(anyOf) && anyOf.every((one) => "const" in one)) found.push(`${at}: constants`);
    if (value !== undefined && ["{}", "[]"].includes(JSON.stringify(value)))
      found.push(`${at}: an empty default`);
    if (Array.isArray(type) && "enum" in schema) found.push(`${at}: an enum or null in one type`);
    if (options.some((one) => !("$ref" in one))) found.push(`${at}: null, or something without a name`);
    if (values.some((one) => typeof one === "boolean")) found.push(`${at}: an enum of booleans`);
    if (values.length > 1 && !("x-enum-varnames" in schema) && values.some((one) => !/\w/.test(String(one))))
      found.push(`${at}: a value that gives no name`);
    if (schema.format === "date-time" && "pattern" in schema) found.push(`${at}: a time with a pattern`);
    if (/\\[pPk]|\(\?<[!=]/.test(String(schema.pattern))) found.push(`${at}: a pattern that is not portable`);
  });
  expect(found).toEqual([]);
});

function isNull({ type }: { type?: unknown }): boolean {
  return type === "null";
}

function walk(value: unknown, at: string, look: (schema: Record<string, unknown>, at: string) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value) && !at.endsWith("/properties")) look(value as Record<string, unknown>, at);
  for (const [key, inner] of Object.entries(value)) walk(inner, `${at}/${key}`, look);
}

test("the contact is the operator's", () => {
  const contact = (given?: string) =>
    (buildOpenapi([], "1.2.3", { contact: given ?? null }).info as { contact: unknown }).contact;
  const name = "Operator of this instance";
  expect(contact()).toEqual({ name });
  expect(contact("docs@example.com")).toEqual({ name, email: "docs@example.com" });
  expect(contact("https://example.com/help")).toEqual({ name, url: "https://example.com/help" });
});
