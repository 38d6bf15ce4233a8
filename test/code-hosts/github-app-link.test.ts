import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connectProject } from "../../src/projects/connect-project.ts";
import { sealGithubAppLink } from "../../src/projects/github-app-link.ts";
import { sealCredentials } from "../../src/secrets/project-credentials.ts";
import { createSecretBox } from "../../src/secrets/secret-box.ts";
import {
  type GithubAppLinkScene,
  startGithubAppLinkScene,
} from "../helpers/code-hosts/github-app-link-scene.ts";

let scene: GithubAppLinkScene;

beforeAll(async () => {
  scene = await startGithubAppLinkScene();
});
afterAll(() => scene.close());
beforeEach(() => void scene.github.requests.splice(0));

describe("the set-up link", () => {
  test("opens a page that is not kept, tells nobody its address, and posts to GitHub only", async () => {
    const { answer, text } = await scene.readForm(
      scene.one + (await scene.createLink(await scene.createProject())),
    );
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "content-security-policy": expect.stringMatching(
        `^default-src 'none'; style-src 'sha256-[^;]*; img-src 'none'; form-action ${new URL(scene.github.repository).origin}; `,
      ),
    });
    expect(text).not.toMatch(/<(script|link|img|iframe)\b|\bsrc=|@import|url\(/);
  });

  test.each([
    [
      "changed in its last character",
      (token: string) => `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`,
    ],
    ["cut off", (token: string) => token.slice(0, -4)],
    ["empty words", () => "v1."],
    ["with NUL", () => "%00"],
    ["longer than any", () => `v1.${"a".repeat(190)}`],
    ["of another instance", (_: string, id: string) => seal(id, { box: createSecretBox(randomBytes(32)) })],
    ["expired", (_: string, id: string) => seal(id, { expiresAt: Date.now() - 1 })],
    ["of a project that is gone", () => seal("prj_0123456789abcdefghijkl")],
    [
      "something else that is encrypted for the project",
      (_: string, id: string) => sealCredentials(scene.secretBox, id, { token: "t" }),
    ],
  ])("%s is answered 404 in the same words, and GitHub is not asked", async (_name, change) => {
    const projectId = await scene.createProject();
    const path = await scene.createLink(projectId);
    const { backWith } = await scene.readForm(scene.one + path);
    const token = path.split("/").at(-1)!;
    const changed = change(token, projectId);
    const answers = await Promise.all(
      [path, backWith(scene.newCode())].map((good) => fetch(scene.one + good.replace(token, changed))),
    );
    const missing = await (await fetch(`${scene.one}/setup/github-app/x`)).text();
    expect(missing).toContain("This link leads nowhere");
    for (const answer of answers) expect([answer.status, await answer.text()]).toEqual([404, missing]);
    expect(scene.github.requests).toEqual([]);
    expect(await scene.credentialsOf(projectId)).toEqual({});
  });

  test.each(["", "guessed"])("with the state %j it stores nothing", async (state) => {
    const projectId = await scene.createProject();
    const query = new URLSearchParams({ code: scene.newCode(), state });
    const answer = await fetch(`${scene.one}${await scene.createLink(projectId)}/created?${query}`);
    expect(answer.status).toBe(404);
    expect(scene.github.requests).toEqual([]);
  });

  test("of another project takes no code that was meant for this one", async () => {
    const [projectId, foreign] = [await scene.createProject(), await scene.createProject()];
    const path = await scene.createLink(projectId);
    const { backWith } = await scene.readForm(scene.one + (await scene.createLink(foreign)));
    const back = new URL(scene.one + backWith(scene.newCode()));
    expect((await fetch(`${scene.one}${path}/created${back.search}`)).status).toBe(404);
    expect(scene.github.requests).toEqual([]);
    expect([await scene.credentialsOf(projectId), await scene.credentialsOf(foreign)]).toEqual([{}, {}]);
  });

  test("of a project that has moved to another host leads nowhere", async () => {
    const projectId = await scene.createProject();
    const path = await scene.createLink(projectId);
    await scene.store.database.pool.query("update projects set host = 'gitea' where id = $1", [projectId]);
    expect((await fetch(scene.one + path)).status).toBe(404);
  });

  test("tells which App the new one replaces", async () => {
    const projectId = await scene.createProject();
    const identify = async () => ({ login: "bot", missing: [] });
    await connectProject({ ...scene.store, secretBox: scene.secretBox, identify }, projectId, {
      credentials: { app: { id: "4711", privateKey: "pem" }, token: "t" },
    });
    const { text, backWith } = await scene.readForm(scene.one + (await scene.createLink(projectId)));
    expect(text).toContain("the App 4711");
    await fetch(scene.one + backWith(scene.newCode()));
    const id = String(scene.github.state.app!.id);
    expect(await scene.credentialsOf(projectId)).toMatchObject({ token: "t", app: { id } });
  });
});

function seal(projectId: string, { box = scene.secretBox, expiresAt = Date.now() + 60_000 } = {}): string {
  return sealGithubAppLink(box, { projectId, organization: null, expiresAt });
}
