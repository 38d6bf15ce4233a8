import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { startGitHttpServer } from "../../../test/helpers/git-http-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import type { GitAccess } from "./git-access.ts";
import { openRemote, type RemoteOptions } from "./open-remote.ts";
import { parseRepository } from "./parse-repository.ts";
import { remoteFailure } from "./remote-failure.ts";
import { runRemoteGit } from "./run-remote-git.ts";

const { cleanups, folder } = useCleanups();
/** Puts a program named git first on the PATH. */
async function replaceGit(script: string): Promise<string> {
  const path = await folder();
  await writeFile(join(path, "git"), `#!/bin/sh\n${script}\n`);
  await chmod(join(path, "git"), 0o755);
  vi.stubEnv("PATH", `${path}:${process.env.PATH}`);
  return path;
}

async function run(options: RemoteOptions) {
  return await runRemoteGit(options, await openRemote(options), { at: [], verb: "ls-remote", args: [] });
}

const url = "http://127.0.0.1:1/acme/docs.git";
const options = (access?: RemoteOptions["access"], repository = url): RemoteOptions => ({
  repository: parseRepository(repository),
  allowPrivateAddresses: true,
  access,
});

describe("runRemoteGit", () => {
  it("asks for credentials before every run, so that each may use its own token", async () => {
    const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
    cleanups.push(remove);
    const root = await folder();
    await git("/", ["clone", "--quiet", "--bare", path, join(root, "site.git")]);
    let issued = 0;
    const http = await startGitHttpServer(root, { token: () => `token-${issued}` });
    cleanups.push(http.close);
    const access = async (): Promise<GitAccess> => {
      issued += 1;
      return { login: { username: "bot", password: `token-${issued}` }, ssh: null };
    };
    const repository = `${http.url}/site.git`;
    const shared = { mirrorsFolder: await folder(), ref: null, jobId: "job1" };
    expect(await fetchBase({ ...shared, ...options(access, repository) })).toMatchObject({
      baseCommit: commit,
    });
    expect(issued).toBe(2);
    expect(http.requests.every(({ status }) => status === 200)).toBe(true);
  });

  it("passes the password in the environment only, for the repository's own origin", async () => {
    const path = await replaceGit(`printf '%s\\n' "$@" > "$0.args"; env > "$0.env"`);
    const { stdout, proof } = await run(options(withPassword("p4ss word", "bot")));
    expect([stdout.toString(), proof]).toEqual(["", "password"]);
    const basic = Buffer.from("bot:p4ss word").toString("base64");
    expect(await readFile(join(path, "git.args"), "utf8")).not.toMatch(new RegExp(`p4ss|${basic}`));
    const env = await readFile(join(path, "git.env"), "utf8");
    expect(env).toContain("=http.http://127.0.0.1:1/.extraHeader\n");
    expect(env).toContain(`=Authorization: Basic ${basic}\n`);
  });

  it("removes the password from all output of git and the host, in every spelling", async () => {
    const password = "p4ss/wörd+1";
    const basic = Buffer.from(`bot:${password}`).toString("base64");
    const spellings = [password, encodeURIComponent(password), basic, `http://bot:${password}@127.0.0.1:1/x`];
    const lines = spellings.map((text) => `echo 'remote: seen ${text}' >&2; echo '${text}'`);
    await replaceGit(`${lines.join("; ")}; exit 1`);
    const asked = options(withPassword(password, "bot"));
    const result = await run(asked);
    const { message } = remoteFailure(asked, result);
    for (const text of [result.stdout.toString("utf8"), result.stderr, message]) {
      expect(text).toContain("[redacted]");
      expect(text).not.toMatch(/p4ss|Ym90/);
    }
  });

  it("sends a password over http to this machine only, unless the operator allows more", async () => {
    const path = await replaceGit(`echo >> "$0.ran"`);
    const away = options(withPassword("p4ss", "bot"), "http://10.0.0.7/acme/docs.git");
    await expect(run(away)).rejects.toMatchObject({
      code: "url_not_allowed",
      message: expect.stringContaining("COPYDESK_ALLOW_PLAIN_HTTP"),
    });
    await expect(readFile(join(path, "git.ran"))).rejects.toThrow();
    await run({ ...away, network: { allowPlainHttp: true } });
    await run(options(undefined, "http://10.0.0.7/acme/docs.git"));
    await run(options(withPassword("p4ss", "bot"), "https://10.0.0.7/acme/docs.git"));
    expect(await readFile(join(path, "git.ran"), "utf8")).toBe("\n\n\n");
  });

  it("passes no credentials for a path", async () => {
    let asked = 0;
    const access = async () => {
      asked += 1;
      return await withPassword("p4ss")();
    };
    const { path, remove } = await createRepository({ "a.md": "a\n" });
    cleanups.push(remove);
    await replaceGit("exit 0");
    expect(await run(options(access, path))).toMatchObject({ proof: "none" });
    expect(asked).toBe(0);
  });

  it("throws the reason if there are no credentials, and starts nothing", async () => {
    const path = await replaceGit(`touch "$0.ran"`);
    const access = () => Promise.reject(new Error("the app was uninstalled"));
    await expect(run(options(access))).rejects.toThrow("the app was uninstalled");
    await expect(readFile(join(path, "git.ran"))).rejects.toThrow();
  });
});
