import fc from "fast-check";
import { generateApiKey } from "../../src/api-keys/api-key-text.ts";
import { type Breaking, breakings } from "./broken-values.ts";
import { type Description, type Operation, resolveSchema, type Schema } from "./description.ts";
import { type Case, type Draft, jsonBody, jsonType, withPart } from "./draft.ts";
import type { ContractScene } from "./start-contract-scene.ts";
import { hints } from "./valid-drafts.ts";

type Good = fc.Arbitrary<Draft>;

/** Every way that the document knows to break a good request of the operation; each breaks one thing. */
export function brokenCases(scene: ContractScene, operation: Operation, good: Good): Case[] {
  const { security, path, requestBody, method } = operation;
  const isJson = requestBody?.content["application/json"] !== undefined;
  const isAnything = requestBody?.content["*/*"] !== undefined;
  return [
    ...brokenHttp(operation, good),
    ...(security.length > 0 ? brokenKeys(scene, operation, good) : []),
    ...(security.length > 0 ? brokenProjects(scene, good) : []),
    ...(path.includes("{jobId}") ? brokenJobs(scene, good) : []),
    ...brokenParameters(operation, good),
    ...(isJson ? brokenJson(good, true) : []),
    ...(isJson ? brokenBodies(scene.description, operation, good) : []),
    ...((method === "POST" || method === "DELETE") && !isJson && !isAnything ? brokenJson(good, false) : []),
  ];
}

function brokenHttp({ path }: Operation, good: Good): Case[] {
  const cases: Case[] = [
    {
      what: "headers of 20 KiB",
      drafts: good.map((draft) => ({
        ...draft,
        headers: { ...draft.headers, "x-long": "x".repeat(20_000) },
      })),
      expected: { status: 431, code: "headers_too_large" },
    },
    {
      what: "an expectation that nobody knows",
      drafts: good.map((draft) => ({ ...draft, headers: { ...draft.headers, expect: "gold" } })),
      expected: { status: 400, code: "invalid_request" },
    },
  ];
  if (!path.includes("{")) return cases;
  const notText = fc.constantFrom("%", "%zz", "%ff", "%ED%A0%80", "%C0%AF");
  return [
    ...cases,
    {
      what: "an id that is no text",
      drafts: withPart(good, notText, (_, text) => ({ place: { projectId: text } })),
      expected: { status: 400, code: "invalid_request" },
    },
    {
      what: "an id of 300 characters",
      drafts: good.map((draft) => ({ ...draft, place: { projectId: "p".repeat(300) } })),
      expected: { status: 404, code: "route_not_found" },
    },
  ];
}

function brokenKeys(scene: ContractScene, operation: Operation, good: Good): Case[] {
  const { keys, other, project } = scene;
  const wrongScope = /Scope: read\b/.test(operation.description) ? keys.writing : keys.reading;
  const cased = project.key.slice(0, 20) + project.key.slice(20).toUpperCase();
  const malformed = fc.constantFrom(
    ...["Bearer", "Bearer ", "Bearer x", `Basic ${project.key}`, project.key, `Bearer ${project.key}x`],
    ...[`Bearer ${cased}`, `Bearer ${project.key} ${project.key}`, `Token ${project.key}`, "Bearer \u00e9"],
  );
  const refused = (what: string, authorization: string | null, status: number, code: string): Case => ({
    what,
    drafts: good.map((draft) => ({ ...draft, authorization })),
    expected: { status, code },
  });
  return [
    refused("no key", null, 401, "invalid_api_key"),
    refused("an unknown key", `Bearer ${generateApiKey().text}`, 401, "invalid_api_key"),
    {
      what: "a malformed key",
      drafts: withPart(good, malformed, (_, authorization) => ({ authorization })),
      expected: { status: 401, code: "invalid_api_key" },
    },
    refused("an expired key", `Bearer ${keys.expired}`, 401, "api_key_expired"),
    refused("a key of other addresses", `Bearer ${keys.elsewhere}`, 403, "ip_not_allowed"),
    refused("a key with the other scope", `Bearer ${wrongScope}`, 403, "insufficient_scope"),
    refused("another project's key", `Bearer ${other.key}`, 404, "project_not_found"),
  ];
}

/** As they go over the wire. */
const oddIds = fc.oneof(
  fc.constantFrom(
    "x",
    "%00",
    "%2F",
    "%20",
    "..",
    "%2e%2e",
    "%F0%9F%A7%AD",
    "prj_",
    "__proto__",
    "null",
    "*",
    "%25",
  ),
  fc.stringMatching(/^[a-z0-9_~!$'()*,;:@.-]{1,60}$/),
);

function brokenProjects({ other }: ContractScene, good: Good): Case[] {
  const expected = { status: 404, code: "project_not_found" };
  const unknown = fc.stringMatching(/^prj_[0-9A-Za-z]{22}$/);
  const at = (what: string, ids: fc.Arbitrary<string>): Case => ({
    what,
    drafts: withPart(good, ids, (_, projectId) => ({ place: { projectId } })),
    expected,
  });
  return [
    at("another project", fc.constant(other.id)),
    at("a project that does not exist", unknown),
    at("a project with NUL", fc.constant("%00")),
    at("an odd project", oddIds),
  ];
}

function brokenJobs({ other }: ContractScene, good: Good): Case[] {
  const expected = { status: 404, code: "job_not_found" };
  const unknown = fc.stringMatching(/^job_[0-9A-Za-z]{22}$/);
  const at = (what: string, ids: fc.Arbitrary<string>): Case => ({
    what,
    drafts: withPart(good, ids, (_, jobId) => ({ place: { jobId } })),
    expected,
  });
  return [
    at("a job of another project", fc.constant(other.jobId)),
    at("a job that does not exist", unknown),
    at("a job with NUL", fc.constant("%00")),
    at("an odd job", oddIds),
  ];
}

function brokenParameters({ parameters, security }: Operation, good: Good): Case[] {
  const invalid = (path: string) => ({ status: 400, code: "invalid_request", path });
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const queries = inQuery.flatMap(({ name, schema }) =>
    Object.entries(brokenQueryTexts(schema)).map(([what, texts]) => ({
      what: `${name} ${what}`,
      drafts: withPart(good, texts, (_, text) => ({ query: `${name}=${text.replace("SAME", name)}` })),
      expected: invalid(name),
    })),
  );
  const strangers = fc.constantFrom(
    "colour=red",
    "Limit=1",
    "limit[]=1",
    "wait%00=1",
    "__proto__=x",
    "%F0%9F%A7%AD",
  );
  const strange: Case[] =
    inQuery.length === 0 && security.length === 0
      ? []
      : [
          {
            what: "a query that does not exist",
            drafts: withPart(good, strangers, (_, query) => ({ query })),
            expected: invalid(""),
          },
        ];
  const headers = parameters.flatMap(({ name, in: place, schema, description }) => {
    if (place !== "header" || schema.pattern === undefined || /only for streams/.test(description)) return [];
    const expression = new RegExp(String(schema.pattern));
    const texts = fc
      .constantFrom("\u00e9", "k".repeat(256), "a\tb", "-1", "1e3", "99999999999", "x")
      .filter((text) => !expression.test(text));
    const drafts = withPart(good, texts, (draft, text) => ({ headers: { ...draft.headers, [name]: text } }));
    return [{ what: `${name} of another form`, drafts, expected: invalid(name) }];
  });
  return [...queries, ...strange, ...headers];
}

/** As they go over the wire. */
function brokenQueryTexts({
  type,
  enum: values,
  minimum,
  maximum,
  pattern,
}: Schema): Record<string, fc.Arbitrary<string>> {
  if (values !== undefined)
    return { "not one of the list": fc.constantFrom("", "x", "ACTIVE", "active,failed", "active%00") };
  // Any text that is not blank.
  if (type === "string" && String(pattern).startsWith("^[^\\u0000]*"))
    return { "made up": fc.constantFrom("", "%00", "%20", "%09") };
  if (type === "object") return { "made up": fc.constantFrom("", "x", "{}") };
  if (type === "string")
    return { "made up": fc.constantFrom("", "x", "%00", "W10", "bnVsbA", "%F0%9F%A7%AD", "e30=") };
  return {
    "not a number": fc.constantFrom("", "x", "NaN", "null", "true", "%20", "1,2", "1%00", "%EF%BC%91"),
    "written oddly": fc.constantFrom("0x1", "1e1", "%201", "%2B1", "1.0", "0b1", "1_0", "1%20"),
    "not whole": fc.constantFrom("1.5", "0.1", "1e-3"),
    "out of range": fc.constantFrom(
      String(Number(minimum) - 1),
      String(Number(maximum) + 1),
      "99999999999999999999",
      "-1e9",
    ),
    "given twice": fc.constant("1&SAME=2"),
  };
}

/** Bodies that are not JSON in UTF-8, or too large. */
function brokenJson(good: Good, isNeeded: boolean): Case[] {
  const body = (what: string, bodies: fc.Arbitrary<Buffer | string>, status: number, code: string): Case => ({
    what,
    drafts: withPart(good, bodies, (draft, bytes) => ({
      headers: { ...draft.headers, ...jsonType },
      body: Buffer.from(bytes as string),
    })),
    expected: { status, code },
  });
  const types = fc.constantFrom(
    ...[
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/xml",
    ],
    ...[
      "application/json; charset=utf-16",
      "application/json; charset=latin1",
      "nonsense",
      "application/merge-patch+json",
    ],
  );
  const notJson = fc.constantFrom(
    ...[
      "prompt=x",
      '{"prompt":"x"',
      "{'prompt':'x'}",
      "\u0000",
      "nul",
      '{"prompt":"x"} {}',
      "[1,]",
      '{"prompt":"a\u0000b"}',
    ],
    ...['{"prompt":"x","__proto__":{}}', '{"a":{"__proto__":1}}', '{"constructor":{"prototype":{}}}'],
    ...[
      Buffer.from([0xff, 0xfe, 0x22]),
      Buffer.from('{"prompt":"x"}', "utf16le"),
      Buffer.from('{"prompt":"\u00e9"}', "latin1"),
    ],
  );
  const cases = [
    body("that is no JSON", notJson, 400, "invalid_json"),
    body(
      "of more than 64 KiB",
      fc.constantFrom(" ".repeat(65_537), `{"prompt":"${"x".repeat(70_000)}"}`),
      413,
      "body_too_large",
    ),
    {
      what: "of another type",
      drafts: withPart(good, types, (draft, type) => ({
        headers: { ...draft.headers, "content-type": type },
        body: draft.body ?? jsonBody({}),
      })),
      expected: { status: 415, code: "unsupported_media_type" },
    },
  ];
  if (!isNeeded) return cases;
  return [
    ...cases,
    body("that is empty", fc.constant(""), 400, "invalid_request"),
    body("10,000 deep", fc.constant("[".repeat(10_000) + "]".repeat(10_000)), 400, "invalid_request"),
  ];
}

function brokenBodies(description: Description, { requestBody }: Operation, good: Good): Case[] {
  const media = requestBody?.content["application/json"];
  if (media === undefined) return [];
  return breakings(resolveSchema(description, media.schema), hints).map((breaking) => toCase(breaking, good));
}

function toCase({ what, path, values }: Breaking, good: Good): Case {
  // Names of branches have a code of their own.
  const isRefName = (path === "ref" || path === "branch") && what === "of another form";
  return {
    what: path === "" ? `a body ${what}` : `${path} ${what}`,
    drafts: withPart(good, values, (_, value) => ({ body: jsonBody(value) })),
    expected: isRefName
      ? { status: 400, code: "invalid_ref" }
      : { status: 400, code: "invalid_request", path },
  };
}
