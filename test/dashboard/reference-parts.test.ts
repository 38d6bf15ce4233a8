import { expect, test } from "vitest";
import { curlOf } from "../../dashboard/src/pages/reference/curl-of.ts";
import {
  describeType,
  describeValue,
  fieldsOf,
} from "../../dashboard/src/pages/reference/describe-schema.ts";
import { javascriptOf } from "../../dashboard/src/pages/reference/javascript-of.ts";
import type { OpenapiDocument } from "../../dashboard/src/pages/reference/openapi-types.ts";
import { readReference } from "../../dashboard/src/pages/reference/read-reference.ts";
import { searchReference } from "../../dashboard/src/pages/reference/search-reference.ts";
import { buildOpenapi } from "../../src/server/openapi/build-openapi.ts";
import { operations } from "../../src/server/routes/openapi.ts";

const document = buildOpenapi(operations, "1.0.0") as unknown as OpenapiDocument;
const groups = readReference(document);
const all = groups.flatMap((group) => group.operations);
const origin = "https://docs.example.com";
const find = (id: string) => all.find((one) => one.id === id)!;

test("every operation of the service is in one group, once", () => {
  expect(all.map(({ id }) => id).sort()).toEqual(operations.map(({ id }) => id).sort());
});

test("every operation has a curl command and a JavaScript example that fill in all parameters", () => {
  for (const operation of all) {
    const address = curlOf(operation, origin).split("\n")[0]!;
    expect(address, operation.id).not.toContain("{");
    expect(address).toContain(`'${origin}/`);
    const { code } = javascriptOf(operation, origin);
    expect(code, operation.id).toContain(origin);
  }
});

test("what takes a project's key says so, and only that has the client's call", () => {
  expect(curlOf(find("createJob"), origin)).toContain('-H "Authorization: Bearer $COPYDESK_API_KEY"');
  expect(javascriptOf(find("createJob"), origin)).toMatchObject({ title: "SDK" });
  expect(javascriptOf(find("createJob"), origin).code).toContain("client.jobs.create({");
  expect(curlOf(find("getLiveness"), origin)).toBe(`curl '${origin}/healthz'`);
  expect(javascriptOf(find("receiveHostWebhook"), origin).title).toBe("JavaScript");
});

test("every response says what it means, and an error shows its codes with an example", () => {
  for (const { id, responses } of all)
    for (const [status, { description, content = {} }] of Object.entries(responses)) {
      expect(description, `${id} ${status}`).toBeTruthy();
      const problem = content["application/problem+json"];
      for (const [code, { value }] of Object.entries(problem?.examples ?? {}))
        expect(value, `${id} ${code}`).toMatchObject({ code });
    }
  const { content } = find("createJob").responses["400"]!;
  expect(Object.keys(content!["application/problem+json"]!.examples!)).toContain("invalid_request");
});

test("a quote in an example does not end the shell's argument", () => {
  const operation = {
    ...find("createJob"),
    requestBody: { content: { "application/json": { example: { prompt: "it's" } } } },
  };
  expect(curlOf(operation, origin)).toContain(`-d '{"prompt":"it'\\''s"}'`);
});

test("a search finds operations that have every word, in any place", () => {
  const found = (text: string) =>
    searchReference(groups, text).flatMap((group) => group.operations.map(({ id }) => id));
  expect(found("CANCEL job")).toContain("cancelJob");
  expect(found("cancel job")).not.toContain("createJob");
  expect(found("no such thing at all")).toEqual([]);
  expect(found("").length).toBe(all.length);
});

test("types, values and limits are said in words", () => {
  expect(describeType({ anyOf: [{ type: "string" }, { type: "null" }] })).toBe("string or null");
  expect(describeType({ type: "array", items: { $ref: "#/components/schemas/JobRecord" } })).toBe(
    "list of JobRecord",
  );
  expect(describeValue({ enum: ["a", "b"], maxLength: 5, default: "a" })).toBe(
    'One of `"a"`, `"b"`. At most 5 characters. Default: `"a"`.',
  );
  const nullable = { anyOf: [{ properties: { x: { type: "string" } }, required: ["x"] }, { type: "null" }] };
  expect(fieldsOf(nullable).fields.map(([name]) => name)).toEqual(["x"]);
});
