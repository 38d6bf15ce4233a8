import { generateKeyPairSync } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GithubScene, startGithubScene } from "../helpers/code-hosts/github-scene.ts";
import { branch, connect, makeDraft } from "./pull-request-draft.ts";

let scene: GithubScene;

beforeEach(async () => {
  scene = await startGithubScene({ credentials: "app" });
});
afterEach(async () => {
  await scene.close();
  expect(scene.differences).toEqual([]);
});

const connection = () => scene.module.connect(scene.options());
const minted = () => scene.requests.filter(({ path }) => path.endsWith("/access_tokens")).length;

test("one token serves many requests, and is for this repository only", async () => {
  const { pullRequests, httpLogin } = connection();
  await pullRequests.openPullRequest(await makeDraft(scene));
  await pullRequests.findPullRequest(branch);
  expect(await httpLogin()).toEqual(await httpLogin());
  expect(minted()).toBe(1);
  const [asked] = scene.requests.filter(({ path }) => path.endsWith("/access_tokens"));
  expect(asked!.body).toEqual({ repositories: ["docs"] });
});

test("many requests at once share one token", async () => {
  const { pullRequests } = connection();
  await Promise.all(Array.from({ length: 20 }, (_, at) => pullRequests.getPullRequest(at + 1)));
  expect(minted()).toBe(1);
});

test("a token is renewed five minutes before its end", async () => {
  const { httpLogin } = connection();
  scene.state.app!.installation.tokenMs = 5 * 60_000 - 1_000;
  const first = await httpLogin();
  scene.state.app!.installation.tokenMs = 5 * 60_000 + 60_000;
  const second = await httpLogin();
  expect(second!.password).not.toBe(first!.password);
  expect(await httpLogin()).toEqual(second);
  expect(minted()).toBe(2);
});

test("a token that was revoked meanwhile is renewed once, and what was asked is done", async () => {
  const { pullRequests } = connection();
  const draft = await makeDraft(scene);
  await pullRequests.findPullRequest(branch);
  scene.state.tokens.clear();
  const opened = await pullRequests.openPullRequest(draft);
  expect(opened).toMatchObject({ state: "open", branch });
  expect(minted()).toBe(2);
});

test("when the new token is refused, too, that is the end", async () => {
  const { pullRequests } = connection();
  await pullRequests.findPullRequest(branch);
  scene.fail({
    when: ({ path }) => path.includes("/pulls"),
    before: { status: 401, body: { message: "Bad credentials" } },
    times: 100,
  });
  await expect(pullRequests.findPullRequest(branch)).rejects.toMatchObject({
    code: "code_host_unauthorized",
  });
  expect(minted()).toBe(2);
});

test("an App that is not installed on the repository says where to install it", async () => {
  scene.state.app!.installation.repositories = ["acme/other"];
  await expect(connect(scene).findPullRequest(branch)).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringMatching(
      /The GitHub App copydesk-bot \(12345\) is not installed on acme\/docs\. Install it at http.*\/apps\/copydesk-bot\/installations\/new/,
    ),
  });
});

test("a suspended installation is told in GitHub's words when the credentials are looked at", async () => {
  scene.state.app!.installation.suspended = true;
  await expect(connect(scene).whoAmI()).rejects.toMatchObject({
    code: "code_host_forbidden",
    message: expect.stringContaining("This installation has been suspended"),
  });
});

test("what the installation lacks is told by the names of GitHub's pages", async () => {
  scene.state.app!.installation.permissions = { metadata: "read", contents: "read", issues: "write" };
  expect(await connect(scene).whoAmI()).toEqual({
    login: "copydesk-bot[bot]",
    missing: ["Contents: write", "Pull requests: write"],
  });
});

test.each([
  ["PKCS#1", "pkcs1", (pem: string) => pem],
  ["PKCS#8", "pkcs8", (pem: string) => pem],
  ["PKCS#1 on one line", "pkcs1", (pem: string) => pem.replaceAll("\n", "\\n")],
] as const)("a key in %s is taken", async (_, type, write) => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  scene.state.app!.publicKey = publicKey;
  const pem = write(privateKey.export({ type, format: "pem" }).toString());
  const credentials = { app: { id: "12345", privateKey: pem } };
  const { pullRequests } = scene.module.connect(scene.options({ credentials }));
  expect(await pullRequests.whoAmI()).toMatchObject({ missing: [] });
});

test.each([["no key at all"], ["-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----"]])(
  "a key that cannot be read is told so, without showing it",
  (privateKey) => {
    const credentials = { app: { id: "12345", privateKey } };
    expect(() => scene.module.connect(scene.options({ credentials }))).toThrow(
      expect.objectContaining({
        code: "invalid_configuration",
        message: expect.not.stringContaining("MIIB"),
      }),
    );
  },
);

test("the key of another App is code_host_unauthorized", async () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const credentials = { app: { id: "12345", privateKey: pem } };
  const { pullRequests } = scene.module.connect(scene.options({ credentials }));
  await expect(pullRequests.whoAmI()).rejects.toMatchObject({
    code: "code_host_unauthorized",
    message: expect.stringContaining("A JSON web token could not be decoded"),
  });
});

test("a token of the App never reaches a message", async () => {
  const { httpLogin, pullRequests } = connection();
  const { password } = (await httpLogin())!;
  scene.fail({ before: { status: 422, body: { message: `Not with ${password}` } }, times: 100 });
  const error = await pullRequests.getPullRequest(1).catch((thrown: unknown) => thrown);
  expect(String(error)).toContain("Not with [redacted]");
  expect(String(error)).not.toContain(password);
});

test("an App has no forks, and says so", async () => {
  await expect(connection().ensureFork!()).rejects.toMatchObject({
    code: "code_host_refused",
    message: expect.stringContaining("no account that a fork could belong to"),
  });
  expect(scene.requests).toEqual([]);
});

test("no credentials at all are told when the host is opened", () => {
  expect(() => scene.module.connect(scene.options({ credentials: {} }))).toThrow(
    "GitHub needs a token or a GitHub App. Connect the project with one.",
  );
});
