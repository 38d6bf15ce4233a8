import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { buildOpenapi } from "../../src/server/openapi/build-openapi.ts";
import { shareComponents } from "../../src/server/openapi/share-components.ts";
import { operations } from "../../src/server/routes/openapi.ts";
import { runAtOnce } from "../../src/text/run-in-slices.ts";
import { inlineComponents } from "./description.ts";
import { listExamples } from "./list-examples.ts";
import { createSchemaValidator } from "./schema-validator.ts";

// As a client reads it: what is left out of JSON, such as undefined values, does not count.
const written = buildOpenapi(operations, "1.2.3");
const description = JSON.parse(JSON.stringify(runAtOnce(shareComponents(written))));

/** Beyond `recommended`. Nothing of `recommended` is switched off. */
const furtherRules = [
  "array-parameter-serialization",
  "boolean-parameter-prefixes",
  "component-name-unique",
  "info-contact",
  "no-http-verbs-in-paths",
  "operation-4xx-problem-details-rfc7807",
  "operation-description",
  "operation-singular-tag",
  "operation-tag-defined",
  "parameter-description",
  "path-params-defined",
  "path-http-verbs-order",
  "paths-kebab-case",
  "spec-example-values",
  "spec-strict-refs",
] as const;

/** Of those that are off by default, what stays off, and why. */
const leftOff = {
  "path-segment-plural": "the paths are given: /job is one job, /jobs their list",
  "request-mime-type": "asks for a list of types, which the document itself is",
  "required-string-property-missing-min-length": "texts of the record can be empty",
  "response-contains-header": "asks for a list; the generated requests check every header",
  "response-contains-property": "asks for a list; the schemas are closed in the tests",
  "response-mime-type": "asks for a list of types, which the document itself is",
  "scalar-property-missing-example": "each body has a whole example instead",
  "tags-alphabetical": "tags are in the order in which people meet them",
};

async function lint(document: unknown, rules: readonly string[]) {
  const settings = Object.fromEntries(rules.map((rule) => [rule, "error" as const]));
  const config = await createConfig({ extends: ["recommended"], rules: settings });
  const source = JSON.stringify(document, null, 2);
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  const own = problems.filter(({ ruleId, location }) => !isExcepted(ruleId, location[0]?.pointer));
  return own.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    message: message.split("\n")[0],
    at: location[0]?.pointer,
  }));
}

/**
 * The webhooks of the document are named by their events, which are no paths. Browsers that come back from a
 * provider are only sent on. The options for signing in are no method of HTTP; what is done to a branch is a
 * request of its own, not the method of a resource.
 */
function isExcepted(rule: string, pointer = ""): boolean {
  return (
    (rule === "paths-kebab-case" && pointer.startsWith("#/webhooks/")) ||
    (rule === "operation-2xx-response" && pointer.includes("~1auth~1callback~1")) ||
    (rule === "no-http-verbs-in-paths" && /~1(?:delete-branch|sign-in-options)$/.test(pointer))
  );
}

test("the linter has nothing to say about the document", async () => {
  expect(await lint(description, furtherRules)).toEqual([]);
});

test("every rule that the linter leaves off by itself is decided on", async () => {
  const { rules } = await createConfig({ extends: ["recommended"] });
  const off = Object.entries(rules.oas3_1).filter(([, setting]) => setting === "off");
  const decided = [...furtherRules, ...Object.keys(leftOff)];
  expect(decided.sort()).toEqual(off.map(([rule]) => rule).sort());
});

test("the linter finds what is taken out of the document", async () => {
  const { summary: _, tags: __, ...operation } = description.paths["/healthz"].get;
  const broken = { ...description, paths: { "/healthz": { get: operation } } };
  const found = (await lint(broken, furtherRules)).map(({ rule }) => rule);
  expect(found).toEqual(expect.arrayContaining(["operation-summary", "operation-tag-defined"]));
});

test("every parameter, body, header and answer has an example, and each is valid by its schema", () => {
  const validate = createSchemaValidator(description);
  const { examples, missing } = listExamples(inlineComponents(description));
  const refused = examples.flatMap(({ at, schema, value }) =>
    validate(schema, value).map((problem) => `${at}: ${problem}`),
  );
  expect({ missing, refused }).toEqual({ missing: [], refused: [] });
  console.log(`${operations.length} operations, ${examples.length} examples, all valid`);
});
