import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { assertLocalAllowed } from "./assert-local-allowed.ts";

let folder: string;
let allowed: string;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "copydesk-allowed-")));
  allowed = join(folder, "git");
  await mkdir(join(allowed, "docs.git"), { recursive: true });
  await mkdir(join(folder, "private.git"));
  await symlink(join(folder, "private.git"), join(allowed, "link.git"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(["https://git.example.com/docs.git", "git@git.example.com:docs.git"])(
  "%s is not of this machine",
  (repository) => expect(assertLocalAllowed([], repository)).resolves.toBeUndefined(),
);

test("allows a repository below one of the folders", async () => {
  await assertLocalAllowed([allowed], join(allowed, "docs.git"));
  await assertLocalAllowed([allowed], `file://${join(allowed, "docs.git")}`);
});

test.each(["private.git", "git/link.git", "git/../private.git", "gitty/docs.git", "none/docs.git"])(
  "%s is refused, whether it is there or not",
  (path) =>
    expect(assertLocalAllowed([allowed], join(folder, path))).rejects.toMatchObject({
      code: "url_not_allowed",
    }),
);

test("says that a path below one of the folders does not exist", async () => {
  await expect(assertLocalAllowed([allowed], join(allowed, "dosc.git"))).rejects.toMatchObject({
    code: "repository_unreachable",
    message: `There is nothing at ${join(allowed, "dosc.git")}.`,
  });
});

test.each(["github.com/owner/name", "docs", "../docs", "~/docs"])(
  "%s is not taken for a path of this machine",
  (repository) =>
    expect(assertLocalAllowed([allowed], repository)).rejects.toMatchObject({
      code: "invalid_repository_url",
      message: expect.stringContaining(`"${repository}" is not the full address`),
    }),
);
