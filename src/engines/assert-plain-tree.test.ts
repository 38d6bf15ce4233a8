import { execFileSync } from "node:child_process";
import { chmod, link, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makePlace, type Place } from "../../test/helpers/acp-sandbox.ts";
import { assertPlainTree } from "./assert-plain-tree.ts";

let place: Place;
beforeEach(async () => {
  place = await makePlace();
  await mkdir(join(place.workspace, "docs"));
  await writeFile(join(place.workspace, "docs/page.md"), "text");
  await writeFile(join(place.workspace, ".gitignore"), "x");
});
afterEach(() => place.remove());

describe("a tree", () => {
  it("of folders and files is plain", async () => {
    await expect(assertPlainTree(place.workspace)).resolves.toBeUndefined();
  });

  it.each<[string, (at: (name: string) => string) => Promise<unknown> | unknown]>([
    ['"docs/x" is a link', (at) => symlink("page.md", at("x"))],
    ['"docs/x" is a link', (at) => symlink("/", at("x"))],
    ['"docs/x" is a hard link', (at) => link(at("page.md"), at("x"))],
    ['"docs/x" is a special file', (at) => execFileSync("mkfifo", [at("x")])],
    ['"docs/page.md" is a set-user-id file', (at) => chmod(at("page.md"), 0o4755)],
    ['"docs/.git" is a git folder or file', (at) => mkdir(at(".git"))],
    ['"docs/.GIT." is a git folder or file', (at) => writeFile(at(".GIT."), "gitdir: /x")],
    ['"docs/git~1" is a git folder or file', (at) => mkdir(at("git~1"))],
  ])("is refused if %s", async (problem, make) => {
    await make((name) => join(place.workspace, "docs", name));
    await expect(assertPlainTree(place.workspace)).rejects.toMatchObject({
      code: "forbidden_change",
      message: expect.stringContaining(problem),
    });
  });

  it("with many problems reports the first ones", async () => {
    for (let index = 0; index < 20; index += 1) await symlink("/", join(place.workspace, `link${index}`));
    await expect(assertPlainTree(place.workspace)).rejects.toThrow(/is a link, and more\.$/);
  });
});
