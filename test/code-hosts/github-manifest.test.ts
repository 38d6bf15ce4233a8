import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAppManifest, toManifestForm } from "../../src/code-hosts/github/create-app-manifest.ts";
import { exchangeManifestCode } from "../../src/code-hosts/github/exchange-manifest-code.ts";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";

let scene: GithubScene;

beforeEach(async () => {
  scene = await startGithubScene();
});
afterEach(() => scene.close());

const project = { projectId: "docs", publicUrl: "https://copydesk.example.com/" };
const manifest = createAppManifest({ ...project, redirectUrl: "https://copydesk.example.com/back" });

test("the manifest asks for what is needed and sends events to the project's address", () => {
  expect(manifest).toEqual({
    name: "Copydesk docs",
    url: "https://copydesk.example.com",
    description: expect.any(String),
    public: false,
    redirect_url: "https://copydesk.example.com/back",
    hook_attributes: { url: "https://copydesk.example.com/v2/hooks/docs", active: true },
    default_permissions: {
      metadata: "read",
      contents: "write",
      pull_requests: "write",
      issues: "write",
      checks: "write",
      statuses: "read",
    },
    default_events: [
      "pull_request",
      "issue_comment",
      "pull_request_review",
      "pull_request_review_comment",
      "check_run",
      "check_suite",
      "status",
    ],
  });
});

test("the App's name is no longer than GitHub takes", () => {
  const { name } = createAppManifest({
    ...project,
    projectId: "p".repeat(60),
    redirectUrl: "https://x.example",
  });
  expect(name).toHaveLength(34);
});

test.each(["http://localhost:4321", "http://127.0.0.1:4321", "http://[::1]:4321"])(
  "Copydesk on %s gets no webhook: GitHub could not reach it",
  (publicUrl) => {
    const local = createAppManifest({ ...project, publicUrl, redirectUrl: `${publicUrl}/back` });
    expect(local).not.toHaveProperty("hook_attributes");
    expect(local).not.toHaveProperty("default_events");
  },
);

test.each([
  ["https://github.com/acme/docs", null, "https://github.com/settings/apps/new?state=a%26b"],
  [
    "git@github.com:acme/docs.git",
    "acme",
    "https://github.com/organizations/acme/settings/apps/new?state=a%26b",
  ],
  [
    "https://git.acme.example/acme/docs",
    "acme",
    "https://git.acme.example/organizations/acme/settings/apps/new?state=a%26b",
  ],
])("the form for %s of %s goes to %s", (repository, organization, action) => {
  const form = toManifestForm(manifest, { repository, organization, state: "a&b" });
  expect(form.action).toBe(action);
  expect(JSON.parse(form.fields.manifest)).toEqual(JSON.parse(JSON.stringify(manifest)));
});

function exchange(code: string) {
  const { repository, apiUrl, fetch, sleep } = scene.options();
  return exchangeManifestCode({ repository, apiUrl, code, fetch, sleep });
}

test("the code is exchanged for an App that works", async () => {
  const code = randomUUID();
  scene.state.manifestCodes.add(code);
  const made = await exchange(code);
  expect(made).toEqual({
    id: expect.stringMatching(/^\d+$/),
    pem: expect.stringContaining("PRIVATE KEY"),
    webhookSecret: expect.stringMatching(/^[0-9a-f]{40}$/),
    htmlUrl: expect.stringMatching(/\/apps\//),
  });
  const credentials = { app: { id: made.id, privateKey: made.pem } };
  const connection = scene.module.connect(scene.options({ credentials }));
  expect(await connection.pullRequests.whoAmI()).toMatchObject({ missing: [] });
  expect(scene.differences).toEqual([]);
});

test("a code that was used is refused in GitHub's words, and not asked for again", async () => {
  const asking = exchange("used-already");
  await expect(asking).rejects.toMatchObject({
    code: "code_host_refused",
    message: "Could not fetch the new GitHub App: GitHub answered 404: Not Found.",
  });
  expect(scene.requests).toHaveLength(1);
});

test("an answer that was lost is not asked for again: the code works once", async () => {
  scene.state.manifestCodes.add("once");
  scene.fail({ after: { status: 502, body: { message: "Server Error" } } });
  await expect(exchange("once")).rejects.toMatchObject({ code: "code_host_unavailable" });
  expect(scene.requests).toHaveLength(1);
});
