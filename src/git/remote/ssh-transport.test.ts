import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import { skipUnless } from "../../../test/helpers/skip-unless.ts";
import { hasSshd, makeSshKey, type SshServer, startSshServer } from "../../../test/helpers/sshd-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import type { GitAccess } from "./git-access.ts";
import { parseRepository } from "./parse-repository.ts";
import { type PushOptions, pushBranch } from "./push-branch.ts";

const { cleanups, folder } = useCleanups();
let secrets: string;

beforeEach(async () => {
  // The process that starts programs has a folder too: it is created now if this is the first program.
  await git("/", ["version"]);
  secrets = await folder();
  vi.stubEnv("TMPDIR", secrets);
});

/** The folders for keys that are left. */
async function keyFolders(): Promise<string[]> {
  return (await readdir(secrets)).filter((name) => !name.startsWith("copydesk-git-"));
}

interface Scene {
  server: SshServer;
  bare: string;
  commit: string;
  fetch(ssh?: GitAccess["ssh"]): ReturnType<typeof fetchBase>;
  /** Commits a change and returns the result of pushing it. */
  change(): Promise<PushOptions>;
}

async function startScene(options: { command?: string } = {}): Promise<Scene> {
  const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
  cleanups.push(remove);
  const bare = join(await folder(), "site docs.git");
  await git("/", ["clone", "--quiet", "--bare", path, bare]);
  const server = await startSshServer(options);
  cleanups.push(server.close);
  const mirrorsFolder = await folder();
  const repository = parseRepository(server.url(bare));
  const shared = (ssh: GitAccess["ssh"]) => ({
    repository,
    allowPrivateAddresses: true,
    access: async () => ({ login: null, ssh }),
  });
  const fetch = (ssh: GitAccess["ssh"] = server.access) =>
    fetchBase({ ...shared(ssh), mirrorsFolder, ref: null, jobId: "job1" });
  const change = async () => {
    const { mirror, baseCommit } = await fetch();
    const workspacesFolder = await folder();
    const workspace = await createWorkspace({ workspacesFolder, name: "job1", mirror, commit: baseCommit });
    await writeFile(join(workspace.directory, "a.md"), "changed\n");
    const tree = await treeHash(workspace, ["a.md"]);
    const author = { name: "Copydesk", email: "copydesk@localhost" };
    const made = await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) });
    return { ...shared(server.access), workspace, commit: made, branch: "copydesk/job1" };
  };
  return { server, bare, commit, fetch, change };
}

const unreachable = (words: string) => ({
  code: "repository_unreachable",
  message: expect.stringContaining(words),
});

describe("git over ssh", skipUnless(hasSshd(), "there is no sshd here: install openssh-server"), () => {
  it("fetches and pushes with the project's key, and leaves none of it behind", async () => {
    const { bare, commit, fetch, change } = await startScene();
    expect(await fetch()).toMatchObject({ baseCommit: commit, fetched: true });
    const push = await change();
    expect(await pushBranch(push)).toMatchObject({ pushed: true });
    expect(await pushBranch(push)).toMatchObject({ pushed: false });
    expect(await git(bare, ["rev-parse", "copydesk/job1"])).toBe(push.commit);
    expect(await keyFolders()).toEqual([]);
    const { mirror } = await fetch();
    const kept = await git("/", ["grep", "--no-index", "-l", "PRIVATE KEY", "--", mirror]).catch(
      () => "none",
    );
    expect(kept).toBe("none");
  });

  it("reports a refusal of the host's hook in its words", async () => {
    const { bare, change } = await startScene();
    await mkdir(join(bare, "hooks"), { recursive: true });
    await writeFile(join(bare, "hooks/pre-receive"), "#!/bin/sh\necho 'Frozen until Monday.' >&2\nexit 1\n");
    await chmod(join(bare, "hooks/pre-receive"), 0o755);
    await expect(pushBranch(await change())).rejects.toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("Frozen until Monday."),
    });
    expect(await keyFolders()).toEqual([]);
  });

  it("refuses a host that shows a different key than before, and says which", async () => {
    const { server, fetch } = await startScene();
    await fetch();
    await server.changeHostKey();
    const error = (await fetch().catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject(unreachable("its host key differs from the known one; it shows SHA256:"));
    expect(error.message).toContain(`ssh-keyscan -p ${server.port} 127.0.0.1`);
    expect(error.message).not.toContain("known_hosts:");
  });

  it.each([
    ["none is given", null],
    [
      "those of others are given",
      "github.com ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl",
    ],
  ])("refuses a host whose key is not known: %s", async (_, knownHosts) => {
    const { server, fetch } = await startScene();
    const { port, access } = server;
    const refused = unreachable(`ssh-keyscan -p ${port} 127.0.0.1`);
    await expect(fetch({ ...access, knownHosts })).rejects.toMatchObject(refused);
  });

  it("reports that the host refused the key", async () => {
    const { server, fetch } = await startScene();
    const { privateKey } = await makeSshKey(await folder(), "stranger");
    const refused = unreachable("add its public half to the repository");
    await expect(fetch({ ...server.access, privateKey })).rejects.toMatchObject(refused);
  });

  it("requires a key, without a passphrase", async () => {
    const { server, fetch } = await startScene();
    const { privateKey } = await makeSshKey(await folder(), "locked", { passphrase: "long enough" });
    await expect(fetch({ ...server.access, privateKey })).rejects.toMatchObject(unreachable("passphrase"));
    await expect(fetch(null)).rejects.toMatchObject(unreachable("--ssh-key-file"));
  });

  it("uses no key, agent or configuration of its own user", async () => {
    const { server, fetch } = await startScene();
    const { privateKey } = await makeSshKey(await folder(), "stranger");
    const traces = await folder();
    vi.stubEnv("SSH_AUTH_SOCK", join(traces, "agent"));
    vi.stubEnv("SSH_ASKPASS", `touch ${traces}/askpass`);
    vi.stubEnv("GIT_SSH_COMMAND", `touch ${traces}/ssh`);
    const seen = await watchSsh();
    await expect(fetch({ ...server.access, privateKey })).rejects.toThrow("refused the ssh key");
    expect(await readdir(traces)).toEqual([]);
    const settings = (await readFile(seen, "utf8")).split("\n");
    expect(settings).toEqual(
      expect.arrayContaining(["identitiesonly yes", "identityagent none", "batchmode yes"]),
    );
    const keys = settings.filter((line) => /^(identityfile|certificatefile|userknownhostsfile) /.test(line));
    expect(keys).toHaveLength(2);
    for (const key of keys) expect(key.split(" ")[1]).toMatch(new RegExp(`^${secrets}/`));
  });

  it("reads a key with Windows line endings and none after its last line", async () => {
    const { server, commit, fetch } = await startScene();
    const { privateKey, knownHosts } = server.access;
    const windows = (text: string) => text.trim().replaceAll("\n", "\r\n");
    const ssh = { privateKey: windows(privateKey), knownHosts: windows(knownHosts!) };
    expect(await fetch(ssh)).toMatchObject({ baseCommit: commit });
  });
});

/** Puts an ssh before the real one that first records its effective configuration; returns where. */
async function watchSsh(): Promise<string> {
  const place = await folder();
  const script = `#!/bin/sh\nPATH=\${PATH#*:}\nssh -G "$@" > ${place}/seen\nexec ssh "$@"\n`;
  await writeFile(join(place, "ssh"), script);
  await chmod(join(place, "ssh"), 0o755);
  vi.stubEnv("PATH", `${place}:${process.env.PATH}`);
  return join(place, "seen");
}
