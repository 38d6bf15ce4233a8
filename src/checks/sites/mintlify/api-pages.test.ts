import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { checkSite } from "../../check-site.ts";
import { readOperations } from "./read-operations.ts";

const users = {
  openapi: "3.1.0",
  paths: {
    "/users": {
      parameters: [{ name: "trace", in: "header" }],
      get: { tags: ["User Accounts"], summary: "List users (all)" },
      post: { tags: ["User Accounts"], summary: "List users (all)" },
      delete: { tags: ["User Accounts"], summary: "Delete all", "x-excluded": true },
      patch: { tags: ["User Accounts"], summary: "Hidden one", "x-hidden": true },
    },
    "/users/{id}/keys": { get: {} },
    "/me": { get: { summary: "Me", "x-mint": { href: "/account/me" } } },
  },
  webhooks: { userMade: { post: { tags: ["Events"] } } },
};

const usersAsYaml = `# An API.
openapi: 3.1.0
info:
  description: |
    paths:
      /none:
        get:
          summary: None
paths:
  "/users":
    parameters:
      - name: trace
        in: header
    get:
      summary: 'List users: all'
      description: >-
        summary: not this one
      tags:
      - User Accounts
      responses:
        "200":
          summary: nor this
    post:
      tags: [User Accounts]
      operationId: add
      summary: Add a user
  /users/{id}:
    get: { summary: Read a user, tags: [User Accounts] }
components:
  schemas:
    paths:
      summary: x
`;

function page(...addresses: string[]): string {
  return `# A\n\n${addresses.map((one) => `[a](${one})`).join(" ")}\n`;
}

testFindings("Mintlify's pages of API descriptions", [
  {
    name: "pages of all operations, named by their first tag and their summary",
    files: {
      "docs.json": JSON.stringify({
        navigation: {
          tabs: [
            { tab: "API", openapi: "openapi.json" },
            { tab: "B", pages: ["index"] },
          ],
        },
      }),
      "openapi.json": JSON.stringify(users),
      "index.mdx": page(
        "/api-reference/user-accounts/list-users-all",
        "/api-reference/user-accounts/list-users-all-1",
        "/api-reference/user-accounts/hidden-one",
        "/api-reference/get-users-keys",
        "/account/me",
        "/api-reference/events/usermade",
        "/api-reference",
        "/api-reference/user-accounts/delete-all",
        "/api-reference/me",
        "/api-reference/none",
      ),
    },
    found: [
      "internal-link index.mdx /api-reference/me",
      "internal-link index.mdx /api-reference/none",
      "internal-link index.mdx /api-reference/user-accounts/delete-all",
    ],
    left: 1,
  },
  {
    name: "only the operations that the navigation names, in the folder that holds for them",
    files: {
      "docs.json": JSON.stringify({
        navigation: {
          groups: [
            {
              group: "API",
              openapi: { source: "/api/users.yaml", directory: "/reference/" },
              pages: ["index", { group: "Users", pages: ["GET /users", "get /users/{id}/", "PUT /users"] }],
            },
            { group: "Other", pages: ["api/users.yaml POST /users"] },
          ],
        },
      }),
      "api/users.yaml": usersAsYaml,
      "index.mdx": page(
        "/reference/user-accounts/list-users:-all",
        "/reference/user-accounts/read-a-user",
        "/reference/user-accounts/add-a-user",
        "/api-reference/user-accounts/add-a-user",
        "/reference/none/none",
      ),
    },
    found: [
      "internal-link index.mdx /reference/none/none",
      "internal-link index.mdx /reference/user-accounts/add-a-user",
      "navigation docs.json PUT /users",
    ],
    left: 0,
  },
  {
    name: "what another server describes, or an overlay may rename, is not known",
    files: {
      "docs.json": JSON.stringify({
        navigation: {
          groups: [
            { group: "A", openapi: "https://example.org/openapi.json", pages: ["index"] },
            { group: "B", openapi: { source: "own.json", directory: "own", overlays: ["own.overlay.txt"] } },
            { group: "C", graphql: { source: "schema.graphql", directory: "graph" } },
          ],
        },
      }),
      "own.json": JSON.stringify(users),
      "index.mdx": page("/api-reference/any/page", "/own/any", "/graph/queries/any", "/none"),
    },
    found: ["internal-link index.mdx /none"],
    left: 3,
  },
  {
    name: "redirects and entries of the navigation may lead to such pages",
    files: {
      "docs.json": JSON.stringify({
        navigation: {
          groups: [
            { group: "API", openapi: "openapi.json" },
            { group: "A", pages: ["index", "api-reference/get-users-keys", "api-reference/none"] },
          ],
        },
        redirects: [
          { source: "/keys", destination: "/api-reference/get-users-keys" },
          { source: "/old", destination: "/api-reference/none" },
        ],
      }),
      "openapi.json": JSON.stringify(users),
      "index.mdx": "# A\n",
    },
    found: ["navigation docs.json api-reference/none", "redirect-target docs.json /api-reference/none"],
    left: 0,
  },
]);

test("a link is broken once the description names its operation otherwise", async () => {
  const files = {
    "docs.json": '{ "navigation": { "pages": ["index"], "openapi": "openapi.json" } }',
    "openapi.json": JSON.stringify(users),
    "index.mdx": page("/api-reference/get-users-keys"),
  };
  const { site } = await openTexts(files);
  expect((await checkSite(site)).findings).toEqual([]);
  const now = { ...files, "openapi.json": JSON.stringify({ ...users, paths: { "/": { get: {} } } }) };
  const changed = site.copy(async (path) => Buffer.from(now[path as keyof typeof now]));
  await changed.update(["openapi.json"]);
  const { findings } = await checkSite(changed);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual([
    "internal-link /api-reference/get-users-keys",
  ]);
});

test.each([
  ["of another kind", '{ "swagger": "2.0", "paths": {} }'],
  ["that is not valid", "openapi: 3.1.0\npaths: [\n"],
  ["whose paths are in other files", "openapi: 3.1.0\npaths:\n  /a:\n    $ref: ./a.yaml\n"],
])("a description %s is not read", (_what, text) => {
  expect(readOperations(text)).toBeNull();
});

test("many operations of the same name, and many that the navigation names, take no long time", async () => {
  const paths = Object.fromEntries(
    Array.from({ length: 30_000 }, (_, at) => [`/p${at}`, { get: { tags: ["T"], summary: "Same" } }]),
  );
  const pages = Object.keys(paths).map((path) => `GET ${path}`);
  const { site } = await openTexts({
    "docs.json": JSON.stringify({
      navigation: {
        groups: [
          { group: "All", openapi: "a.json" },
          { group: "Each", openapi: { source: "a.json", directory: "each" }, pages },
        ],
      },
    }),
    "a.json": JSON.stringify({ openapi: "3.1.0", paths }),
    "index.mdx": page("/api-reference/t/same-29999", "/each/t/same", "/api-reference/t/same-30000"),
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ target }) => target)).toEqual(["/api-reference/t/same-30000"]);
});

test("a large description in YAML is read", () => {
  const paths = Array.from({ length: 3_000 }, (_, at) => `  /p${at}:\n    get:\n      summary: P ${at}\n`);
  const rest = Array.from({ length: 60_000 }, (_, at) => `    s${at}:\n      description: text ${at}\n`);
  const text = `openapi: 3.1.0\npaths:\n${paths.join("")}components:\n  schemas:\n${rest.join("")}`;
  expect(readOperations(text)).toHaveLength(3_000);
});
