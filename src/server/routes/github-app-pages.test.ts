import { afterEach, expect, test } from "vitest";
import { markupPayloads } from "../../../test/helpers/markup-payloads.ts";
import { startTestServer, type TestServer } from "../../../test/helpers/test-server.ts";
import { AppError } from "../../errors.ts";
import type { GithubAppSetup } from "../github-app-setup.ts";
import { registerGithubAppPages } from "./github-app-pages.ts";

const servers: TestServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const made = { id: "7", url: "https://github.com/apps/copydesk" };

/** Serves a link that returns these set-ups one after another, and then the last one repeatedly. */
async function serve(...setups: Partial<GithubAppSetup>[]): Promise<string> {
  const open = async () => ({
    projectId: "prj_1",
    projectName: "Docs",
    organization: null,
    state: "s",
    form: { action: "https://github.com/settings/apps/new?state=s", manifest: "{}" },
    made: null,
    replaces: null,
    finish: () => Promise.reject(new Error("must not be called here")),
    ...(setups.length > 1 ? setups.shift() : setups[0]),
  });
  const server = await startTestServer({ plugins: [async (app) => registerGithubAppPages(app, open)] });
  servers.push(server);
  return `${server.url}/setup/github-app/v1.x`;
}

const back = "/created?code=c&state=s";

test("a code that another instance has used for this link leads to the App that it made", async () => {
  const refuse = async () => {
    throw new AppError("code_host_refused", "Not Found");
  };
  const answer = await fetch((await serve({ finish: refuse }, { made })) + back);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(made.url)]);
});

test("a store that fails before the key is stored leads to a problem document", async () => {
  const finish = () => Promise.reject(new AppError("unavailable", "The store is away."));
  const answer = await fetch((await serve({ finish })) + back);
  expect([answer.status, await answer.json()]).toEqual([
    503,
    expect.objectContaining({ code: "unavailable", instance: "/setup/github-app/[redacted]/created" }),
  ]);
});

test("no name on the pages becomes markup", async () => {
  const payloads = markupPayloads.filter((payload) => payload.includes("<"));
  const name = payloads.join(" ");
  const finish = () => Promise.reject(new AppError("code_host_refused", name));
  const pages = [
    await serve({ projectName: name, organization: name, replaces: name }),
    await serve({ projectName: name, made: { id: name, url: name } }),
    (await serve({ projectName: name, finish })) + back,
  ];
  for (const page of pages) {
    const text = await (await fetch(page)).text();
    expect(text).toContain("&lt;script&gt;");
    for (const payload of payloads) expect(text).not.toContain(payload);
  }
});
