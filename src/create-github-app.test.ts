import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createGithubApp } from "./create-github-app.ts";

const asked: string[] = [];
const github = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  if (!request.url?.includes("/app-manifests/good-code/"))
    return response.writeHead(404).end('{"message":"Not Found"}');
  const app = {
    id: 7,
    pem: "the key",
    webhook_secret: "hook",
    html_url: "https://github.example/apps/copydesk",
  };
  return response.writeHead(201).end(JSON.stringify(app));
});

beforeEach(async () => {
  asked.length = 0;
  await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
});

afterEach(() => {
  github.close();
  github.closeAllConnections();
});

function start(signal = new AbortController().signal) {
  const origin = `http://127.0.0.1:${(github.address() as AddressInfo).port}`;
  const ready = Promise.withResolvers<string>();
  const app = createGithubApp({
    projectId: "prj_1",
    repository: `${origin}/acme/docs`,
    apiUrl: null,
    organization: "acme",
    publicUrl: "https://copydesk.example.com",
    fetch,
    onReady: ready.resolve,
    signal,
  });
  app.catch(() => undefined);
  return { origin, app, ready: ready.promise };
}

const decodeMarkup = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&amp;", "&");

async function readForm(url: string) {
  const answer = await fetch(url);
  const text = await answer.text();
  const action = new URL(decodeMarkup(/action="([^"]*)"/.exec(text)![1]!));
  const manifest = JSON.parse(decodeMarkup(/name="manifest" value="([^"]*)"/.exec(text)![1]!));
  return { action, manifest, policy: answer.headers.get("content-security-policy") };
}

test("the page posts the manifest to GitHub, and the code that comes back becomes the App", async () => {
  const { origin, app, ready } = start();
  const { action, manifest, policy } = await readForm(await ready);
  expect(`${action.origin}${action.pathname}`).toBe(`${origin}/organizations/acme/settings/apps/new`);
  expect(policy).toContain(`form-action ${origin};`);
  expect(manifest).toMatchObject({
    hook_attributes: { url: "https://copydesk.example.com/v2/hooks/prj_1" },
    default_permissions: { contents: "write", pull_requests: "write" },
  });
  const back = new URL(manifest.redirect_url);
  back.search = new URLSearchParams({
    code: "good-code",
    state: action.searchParams.get("state")!,
  }).toString();
  expect(await (await fetch(back)).text()).toContain(
    "https://github.example/apps/copydesk/installations/new",
  );
  expect(await app).toMatchObject({ id: "7", pem: "the key", webhookSecret: "hook" });
});

test("somebody else's state is not believed", async () => {
  const controller = new AbortController();
  const { ready, app } = start(controller.signal);
  const answer = await fetch(`${await ready}created?code=good-code&state=guessed`);
  expect(answer.status).toBe(404);
  expect(asked).toEqual([]);
  controller.abort(new Error("stopped"));
  await expect(app).rejects.toThrow("stopped");
});

test("a code that GitHub does not know fails in its words", async () => {
  const { ready, app } = start();
  const { action, manifest } = await readForm(await ready);
  const state = action.searchParams.get("state")!;
  expect(await (await fetch(`${manifest.redirect_url}?code=bad&state=${state}`)).text()).toContain(
    "Not Found",
  );
  await expect(app).rejects.toMatchObject({ code: "code_host_refused" });
});
