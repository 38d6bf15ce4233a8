import { execFile } from "node:child_process";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { createRepository } from "../../../test/helpers/git-fixture.ts";
import { asRoot, skipUnless } from "../../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { findGroupPlace } from "../../processes/find-group-place.ts";
import { holdStarter } from "../../processes/start-program.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { assertGitVersion, checkGitVersion } from "./check-git-version.ts";
import { runGit } from "./run-git.ts";

const { cleanups, folder } = useCleanups();
const groups = await findGroupPlace({ isTrial: true });

/** Puts a program named git first on the PATH. */
async function replaceGit(script: string): Promise<string> {
  const path = await folder();
  await writeFile(join(path, "git"), `#!/bin/sh\n${script}\n`);
  await chmod(join(path, "git"), 0o755);
  vi.stubEnv("PATH", `${path}:${process.env.PATH}`);
  return path;
}

async function isGone(pid: number): Promise<boolean> {
  for (let attempt = 0; attempt < 1_500; attempt += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      return true;
    }
    await new Promise((done) => setTimeout(done, 20));
  }
  return false;
}

describe("runGit", () => {
  it("returns output, errors and the exit code", async () => {
    const good = await runGit(["hash-object", "--stdin"], { input: "hello\n" });
    expect(good).toMatchObject({ code: 0, stderr: "", ended: "exit" });
    expect(good.stdout.toString().trim()).toBe("ce013625030ba8dba906f756967f9e9ca394464a");
    const bad = await runGit(["--git-dir=/nowhere", "rev-parse", "HEAD"]);
    expect(bad).toMatchObject({ code: 128, stderr: expect.stringContaining("not a git repository") });
  });

  it.each([
    "fatal: write error: No space left on device",
    "fatal: sha1 file '/w/git/index.lock' write error. Out of diskspace",
    "fatal: cannot create directory at 'docs': Disk quota exceeded",
    "error: unable to write file docs/page.md",
  ])("recognises a full disk by %j", async (words) => {
    await replaceGit(`echo "${words}" >&2; exit 128`);
    await expect(runGit(["read-tree", "HEAD"])).rejects.toMatchObject({ code: "workspace_disk_full" });
  });

  it("passes on only PATH of its own environment", async () => {
    const path = await replaceGit("env");
    vi.stubEnv("GIT_DIR", "/evil");
    vi.stubEnv("GIT_SSH_COMMAND", "evil");
    vi.stubEnv("OPENAI_API_KEY", "canary");
    const { stdout } = await runGit([]);
    const names = stdout
      .toString()
      .split("\n")
      .map((line) => line.split("=")[0]);
    const known =
      /^(PATH|HOME|LC_ALL|TZ|PWD|OLDPWD|SHLVL|_|GIT_(CONFIG_GLOBAL|CONFIG_NOSYSTEM|ATTR_NOSYSTEM|TERMINAL_PROMPT|ALLOW_PROTOCOL|NO_LAZY_FETCH|NO_REPLACE_OBJECTS|OPTIONAL_LOCKS|LFS_SKIP_SMUDGE|PAGER))?$/;
    expect(names.filter((name) => !known.test(name ?? ""))).toEqual([]);
    expect(stdout.toString()).toContain(path);
  });

  it("reads no configuration of the user or the system", async () => {
    const { stdout } = await runGit(["--git-dir=/dev/null", "config", "--list", "--show-origin"]);
    const origins = new Set(
      stdout
        .toString()
        .trim()
        .split("\n")
        .map((line) => line.split("\t")[0]),
    );
    for (const origin of origins) expect(origin).toMatch(/^(command line:|file:.*trusted\.gitconfig)$/);
    expect(origins.size).toBe(2);
  });

  it("says how to install git if it is missing", async () => {
    vi.stubEnv("PATH", await folder());
    await expect(runGit(["--version"])).rejects.toMatchObject({
      code: "git_missing",
      message: expect.stringContaining("apt-get install git"),
    });
  });

  it(
    "reports that git and its children together exceed their memory limit",
    skipUnless(groups.version !== null, "no control groups can be made here"),
    async () => {
      const { release } = holdStarter();
      cleanups.push(async () => release());
      await replaceGit(
        "for n in 1 2 3 4; do dd if=/dev/zero of=/dev/null bs=40M count=1000 2>/dev/null & done; wait; exit 128",
      );
      await expect(runGit(["fetch"], { memoryBytes: 64 * 1024 ** 2 })).rejects.toMatchObject({
        code: "repository_too_large",
        message: expect.stringContaining("128 MiB of memory"),
      });
    },
  );

  it.each(["abort", "timeout"])("ends git and its children on %s", async (how) => {
    const path = await replaceGit('sleep 300 & echo $! > "$0.pid"; echo started; wait');
    const stop = new AbortController();
    const running = runGit([], {
      signal: stop.signal,
      timeoutMs: how === "timeout" ? 3_000 : 60_000,
      onOutput() {
        if (how === "abort") stop.abort(new Error("cancelled"));
        return true;
      },
    });
    if (how === "abort") await expect(running).rejects.toThrow("cancelled");
    else expect(await running).toMatchObject({ ended: "timeout" });
    const child = Number(await readFile(join(path, "git.pid"), "utf8"));
    expect(await isGone(child)).toBe(true);
  });

  it("kills a git that ignores SIGTERM", async () => {
    await replaceGit("trap '' TERM; while :; do sleep 0.1; done");
    expect(await runGit([], { timeoutMs: 100 })).toMatchObject({ ended: "timeout", code: -1 });
  });

  it("stops at the output limit", async () => {
    await replaceGit("while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy; done");
    const { ended, stdout } = await runGit([], { maxOutputBytes: 10_000 });
    expect(ended).toBe("output_limit");
    expect(stdout.length).toBeLessThanOrEqual(10_000);
  });

  it("starts nothing if the job is already stopped", async () => {
    await expect(
      runGit(["--version"], { signal: AbortSignal.abort(new Error("cancelled")) }),
    ).rejects.toThrow("cancelled");
  });
});

describe("a full disk", () => {
  it("is reported as such and leaves nothing behind", asRoot, async () => {
    const disk = join(await folder(), "small");
    await mkdir(disk);
    const mounted = await promisify(execFile)("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).catch(
      () => null,
    );
    if (mounted === null) return;
    cleanups.push(() => promisify(execFile)("umount", [disk]));
    const noise = Array.from({ length: 200_000 }, (_, at) => Math.sin(at)).join("\n");
    const { path, commit, remove } = await createRepository({ "noise.txt": noise });
    cleanups.push(remove);
    const fetchInto = (mirrorsFolder: string) =>
      fetchBase({
        mirrorsFolder,
        repository: { kind: "path", path },
        ref: null,
        jobId: "job1",
        allowPrivateAddresses: false,
      });
    const { mirror } = await fetchInto(await folder());
    await expect(
      createWorkspace({ workspacesFolder: disk, name: "job1", mirror, commit }),
    ).rejects.toMatchObject({ code: "workspace_disk_full" });
    await expect(fetchInto(disk)).rejects.toMatchObject({ code: "workspace_disk_full" });
  });
});

describe("checkGitVersion", () => {
  it("accepts the installed git", async () => {
    expect(await checkGitVersion()).toMatch(/^\d+\.\d+/);
  });

  it.each([
    "git version 2.39.0",
    "git version 2.50.1 (Apple Git-155)",
    "git version 3.0",
    "git version 2.45.windows.1",
  ])("accepts %s", (line) => {
    expect(assertGitVersion(line)).not.toBe("");
  });

  it.each(["git version 2.38.9", "git version 1.99", "not git at all", ""])(
    "refuses %j and names it",
    (line) => {
      expect(() => assertGitVersion(line)).toThrow(
        expect.objectContaining({ code: "git_missing", message: expect.stringContaining(`found "${line}"`) }),
      );
    },
  );
});
