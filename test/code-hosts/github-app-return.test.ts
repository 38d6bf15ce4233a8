import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type GithubAppLinkScene,
  isManifestConversion,
  startGithubAppLinkScene,
} from "../helpers/code-hosts/github-app-link-scene.ts";

let scene: GithubAppLinkScene;

beforeAll(async () => {
  scene = await startGithubAppLinkScene();
});
afterAll(() => scene.close());
beforeEach(() => void scene.github.requests.splice(0));

describe("the page that GitHub sends the browser back to", () => {
  test("can be loaded again, at any instance: the App is made once, and its link makes no other", async () => {
    const projectId = await scene.createProject();
    const path = await scene.createLink(projectId);
    const { backWith } = await scene.readForm(scene.one + path);
    const back = backWith(scene.newCode());
    const pages = await Promise.all(
      Array.from({ length: 8 }, async () => (await fetch(scene.one + back)).text()),
    );
    const stored = await scene.credentialsOf(projectId);
    const again = [
      scene.one + back,
      scene.other + back,
      scene.other + path,
      scene.other + backWith(scene.newCode()),
    ];
    for (const url of again) pages.push(await (await fetch(url)).text());
    expect(new Set(pages)).toEqual(new Set([expect.stringContaining("/installations/new")]));
    expect(scene.github.requests.filter(isManifestConversion)).toHaveLength(1);
    expect(await scene.credentialsOf(projectId)).toEqual(stored);
  });

  test("shows GitHub's words when it refuses the code, and what was stored stays", async () => {
    const projectId = await scene.createProject();
    const path = await scene.createLink(projectId);
    const { backWith } = await scene.readForm(scene.one + path);
    const answer = await fetch(scene.one + backWith("used-already"));
    const text = await answer.text();
    expect([answer.status, text]).toEqual([
      502,
      expect.stringContaining("Could not fetch the new GitHub App: GitHub answered 404: Not Found."),
    ]);
    const retry = new URL(/href="([^"]*)"/.exec(text)![1]!, answer.url);
    expect(retry.href).toBe(scene.one + path);
    expect(await scene.credentialsOf(projectId)).toEqual({});
  });

  test("says that GitHub is away, and works when it is loaded again", async () => {
    const projectId = await scene.createProject();
    const { backWith } = await scene.readForm(scene.one + (await scene.createLink(projectId)));
    const back = scene.one + backWith(scene.newCode());
    scene.github.fail({ when: isManifestConversion, before: { status: 503, body: { message: "Unicorn!" } } });
    const away = await fetch(back);
    expect([away.status, await away.text()]).toEqual([503, expect.stringContaining("503: Unicorn!")]);
    expect(await scene.credentialsOf(projectId)).toEqual({});
    expect((await fetch(back)).status).toBe(200);
    expect(await scene.credentialsOf(projectId)).toHaveProperty("app");
  });

  test("uses no code for a look at its headers", async () => {
    const { backWith } = await scene.readForm(
      scene.one + (await scene.createLink(await scene.createProject())),
    );
    const answer = await fetch(scene.one + backWith(scene.newCode()), { method: "HEAD" });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET"]);
    expect(scene.github.requests).toEqual([]);
  });
});
