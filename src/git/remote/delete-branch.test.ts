import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { commitAll, createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { describeVariants } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { deleteBranch } from "./delete-branch.ts";
import { parseRepository } from "./parse-repository.ts";
import { isPushForbidden } from "./push-branch.ts";

const { cleanups, folder } = useCleanups();
const branch = "copydesk/job1";

/** A bare repository whose branches `main` and `copydesk/job1` have one commit, `other` another. */
async function start(kind: "path" | "http", refusePushes?: string) {
  const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
  cleanups.push(remove);
  const other = await commitAll(path, "second");
  const root = await folder();
  const bare = join(root, "site.git");
  await git("/", ["clone", "--quiet", "--bare", path, bare]);
  await git(bare, ["branch", branch, commit]);
  const http = kind === "http" ? await startGitHttpServer(root, { token: "t0ken", refusePushes }) : null;
  if (http !== null) cleanups.push(http.close);
  const repository = parseRepository(http === null ? bare : `${http.url}/site.git`);
  const options = { repository, allowPrivateAddresses: true, access: withPassword("t0ken"), branch, commit };
  const heads = async () =>
    (await git(bare, ["for-each-ref", "--format=%(refname:short)", "refs/heads"])).split("\n");
  return { bare, other, options, heads };
}

describeVariants(["http", "path"] as const, "deleteBranch by %s", (kind) => {
  it("deletes the branch, and succeeds if it is gone already", async () => {
    const { options, heads } = await start(kind);
    const temporary = await folder();
    vi.stubEnv("TMPDIR", temporary);
    expect(await deleteBranch(options)).toBe("deleted");
    expect(await heads()).toEqual(["main"]);
    expect(await deleteBranch(options)).toBe("gone");
    expect(await readdir(temporary)).toEqual([]);
  });

  it("leaves a branch alone if somebody has pushed to it", async () => {
    const { bare, other, options, heads } = await start(kind);
    await git(bare, ["update-ref", `refs/heads/${branch}`, other]);
    expect(await deleteBranch(options)).toBe("changed");
    expect(await heads()).toEqual([branch, "main"]);
  });

  it("reports a refusal in the host's words", async () => {
    const { bare, options, heads } = await start(kind);
    await git(bare, ["config", "receive.denyDeletes", "true"]);
    await expect(deleteBranch(options)).rejects.toMatchObject({
      code: "push_rejected",
      message: expect.stringMatching(/refused the deletion of copydesk\/job1: .*deletion prohibited/),
    });
    expect(await heads()).toEqual([branch, "main"]);
  });
});

describe("deleteBranch", () => {
  it("leaves a branch alone if somebody pushes to it at the last moment", async () => {
    const { bare, other, options, heads } = await start("http");
    await mkdir(join(bare, "hooks"), { recursive: true });
    const race = `#!/bin/sh\nwhile read -r old new ref; do env -u GIT_QUARANTINE_PATH git update-ref "$ref" ${other}; done\n`;
    await writeFile(join(bare, "hooks/pre-receive"), race);
    await chmod(join(bare, "hooks/pre-receive"), 0o755);
    await expect(deleteBranch(options)).rejects.toMatchObject({ code: "push_rejected" });
    expect(await heads()).toEqual([branch, "main"]);
    expect(await deleteBranch(options)).toBe("changed");
  });

  it("recognises credentials that may only read", async () => {
    const { options } = await start("http", "Write access to repository not granted.");
    const error = await deleteBranch(options).catch((thrown: unknown) => thrown);
    expect(isPushForbidden(error)).toBe(true);
    expect((error as Error).message).toContain("Write access to repository not granted.");
  });

  it.each([
    ["main", "1".repeat(40)],
    ["copydesk", "1".repeat(40)],
    ["copydesk/../main", "1".repeat(40)],
    [branch, "main"],
    [branch, ""],
  ])("deletes nothing named %j at %j", async (name, commit) => {
    const { options, heads } = await start("path");
    await expect(deleteBranch({ ...options, branch: name, commit })).rejects.toMatchObject({
      code: "invalid_ref",
    });
    expect(await heads()).toEqual([branch, "main"]);
  });
});
