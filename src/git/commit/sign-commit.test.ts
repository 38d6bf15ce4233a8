import { chmod, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { openScenes } from "../../../test/helpers/follow-up-scene.ts";
import { createRepository, git } from "../../../test/helpers/git-fixture.ts";
import {
  makeOpenpgpKey,
  needsProgram,
  processesNaming,
  verifyOpenpgpSigned,
  verifySshSigned,
} from "../../../test/helpers/git-signing.ts";
import { makeSshKey } from "../../../test/helpers/sshd-server.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { startFollowUp } from "../follow-up/start-follow-up.ts";
import { commitTree } from "./commit-tree.ts";
import type { CommitSigning } from "./sign-commit.ts";

const { cleanups, folder } = useCleanups();
let secrets: string;

beforeEach(async () => {
  secrets = await folder();
});

/** The folders for keys that are left. */
async function keyFolders(): Promise<string[]> {
  return (await readdir(secrets)).filter((name) => !name.startsWith("copydesk-git-"));
}

const date = new Date(1_700_000_000_000);

async function start(format?: "sha256") {
  const { path, commit, remove } = await createRepository({ "a.md": "a\n" });
  cleanups.push(remove);
  const mirror = join(await folder(), "mirror.git");
  if (format === undefined) await git("/", ["clone", "--quiet", "--bare", path, mirror]);
  else await git("/", ["init", "--quiet", "--bare", `--object-format=${format}`, mirror]);
  const parents = format === undefined ? [commit] : [];
  const tree =
    format === undefined
      ? await git(path, ["rev-parse", "HEAD^{tree}"])
      : await git(mirror, ["mktree"], { input: "" });
  vi.stubEnv("TMPDIR", secrets);
  const sign = (signing: CommitSigning | null, changes: { signal?: AbortSignal; date?: Date } = {}) =>
    commitTree({
      mirror,
      tree,
      parents,
      message: "docs: größer\n\nText.\n\nCopydesk-Job: job_1\n",
      author: { name: "Ada", email: "ada@example.com" },
      committer: { name: "Copydesk", email: "copydesk@example.com" },
      date,
      signing,
      ...changes,
    });
  const show = (commit: string, what: string) => git(mirror, ["log", "-1", `--format=${what}`, commit]);
  return { mirror, sign, show };
}

const refused = (words: string) => ({
  code: "invalid_configuration",
  message: expect.stringContaining(words),
});

describe("a commit signed with an ssh key", needsProgram("ssh-keygen"), () => {
  it.each([
    { type: "ed25519", format: undefined, isSame: true },
    { type: "rsa", format: "PEM" as const, isSame: true },
    { type: "ecdsa", format: undefined, isSame: false },
  ])("passes git verify-commit, and is the same each time: $type", async ({ type, format, isSame }) => {
    const { mirror, sign, show } = await start();
    const { privateKey, publicKey } = await makeSshKey(await folder(), "signer", { type, format });
    const signing: CommitSigning = { format: "ssh", key: privateKey.replaceAll("\n", "\r\n") };
    const commit = await sign(signing);
    expect(await verifySshSigned(mirror, commit, publicKey)).toMatch(/^G /);
    expect((await sign(signing)) === commit).toBe(isSame);
    const unsigned = await sign(null);
    expect(unsigned).not.toBe(commit);
    const content = "%an <%ae> %at %cn <%ce> %ct %T %P%n%B";
    expect(await show(commit, content)).toBe(await show(unsigned, content));
    expect(await git(mirror, ["fsck", "--strict"])).not.toMatch(/^(error|bad)|: (error|bad)/m);
    expect(await keyFolders()).toEqual([]);
  });

  it("does not verify with anybody else's key", async () => {
    const { mirror, sign } = await start();
    const { privateKey } = await makeSshKey(await folder(), "signer");
    const { publicKey } = await makeSshKey(await folder(), "stranger");
    const commit = await sign({ format: "ssh", key: privateKey });
    await expect(verifySshSigned(mirror, commit, publicKey)).rejects.toThrow();
  });

  it("verifies in a SHA-256 repository", async () => {
    const { mirror, sign } = await start("sha256");
    const { privateKey, publicKey } = await makeSshKey(await folder(), "signer");
    const commit = await sign({ format: "ssh", key: privateKey });
    expect(commit).toHaveLength(64);
    expect(await verifySshSigned(mirror, commit, publicKey)).toMatch(/^G /);
  });

  it("is not made with a key that has a passphrase, is public or is damaged", async () => {
    const { sign } = await start();
    const locked = await makeSshKey(await folder(), "locked", { passphrase: "long enough" });
    const plain = await makeSshKey(await folder(), "plain");
    const damaged = plain.privateKey.replace(/^[A-Za-z0-9+/=]+\n(?=-----END)/m, "");
    await expect(sign({ format: "ssh", key: locked.privateKey })).rejects.toMatchObject(
      refused("has a passphrase"),
    );
    await expect(sign({ format: "ssh", key: plain.publicKey })).rejects.toMatchObject(
      refused("is a public key"),
    );
    const error = (await sign({ format: "ssh", key: damaged }).catch((thrown: unknown) => thrown)) as Error;
    expect(error).toMatchObject(refused("cannot be used"));
    expect(error.message).not.toContain(secrets);
    expect(await keyFolders()).toEqual([]);
  });

  it("needs ssh-keygen, and names the package to install", async () => {
    const { sign } = await start();
    const { privateKey } = await makeSshKey(await folder(), "signer");
    await leaveOnPath("git");
    await expect(sign({ format: "ssh", key: privateKey })).rejects.toMatchObject(refused("openssh-client"));
  });
});

describe("a commit signed with an OpenPGP key", needsProgram("gpg"), () => {
  it.each([
    ["ed25519", {}],
    ["rsa", { algorithm: "rsa2048" }],
    ["a part for signing alone", { usage: "cert", withSubkey: true }],
  ])("passes git verify-commit, and is the same each time: %s", async (_, options) => {
    const place = await folder();
    const { privateKey, publicKey } = await makeOpenpgpKey(place, options);
    const { mirror, sign } = await start();
    const commit = await sign({ format: "openpgp", key: privateKey });
    expect(await sign({ format: "openpgp", key: privateKey })).toBe(commit);
    expect(await verifyOpenpgpSigned(place, mirror, commit, publicKey)).toMatch(/^[GU] /);
    expect(await git(mirror, ["fsck", "--strict"])).not.toMatch(/^(error|bad)|: (error|bad)/m);
    expect(await keyFolders()).toEqual([]);
  });

  it("verifies even if the key is younger than the commit", async () => {
    const place = await folder();
    const { privateKey, publicKey } = await makeOpenpgpKey(place, { made: 1_710_000_000 });
    const { mirror, sign } = await start();
    const commit = await sign({ format: "openpgp", key: privateKey });
    expect(await sign({ format: "openpgp", key: privateKey })).toBe(commit);
    expect(await verifyOpenpgpSigned(place, mirror, commit, publicKey)).toMatch(/^[GU] /);
  });

  it("leaves no agent behind", async () => {
    const { privateKey } = await makeOpenpgpKey(await folder());
    const { sign } = await start();
    await sign({ format: "openpgp", key: privateKey });
    await vi.waitFor(async () => expect(await processesNaming(secrets)).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    });
  });

  it("leaves nothing behind if the job is stopped meanwhile", async () => {
    const { privateKey } = await makeOpenpgpKey(await folder());
    const { sign } = await start();
    const stop = new AbortController();
    const place = await putBefore("gpg", `echo x > "$0.started"; exec sleep 300`);
    const signing = sign({ format: "openpgp", key: privateKey }, { signal: stop.signal });
    await Promise.all([
      expect(signing).rejects.toThrow("cancelled"),
      vi
        .waitFor(() => readFile(join(place, "gpg.started")), { timeout: 60_000 })
        .then(() => stop.abort(new Error("cancelled"))),
    ]);
    expect(await keyFolders()).toEqual([]);
    await vi.waitFor(async () => expect(await processesNaming(secrets)).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    });
  });

  it.each([
    ["has a passphrase", { passphrase: "long enough" }],
    ["has no part that can sign", { usage: "cert" }],
    ["has expired", { expires: "1d" }],
  ])("is not made with a key that %s", async (words, options) => {
    const { privateKey } = await makeOpenpgpKey(await folder(), options);
    const { sign } = await start();
    await expect(sign({ format: "openpgp", key: privateKey })).rejects.toMatchObject(refused(words));
    expect(await keyFolders()).toEqual([]);
  });

  it("is not made with a public key, half a key or any other text", async () => {
    const { privateKey, publicKey } = await makeOpenpgpKey(await folder());
    const { sign } = await start();
    const half = privateKey.slice(0, privateKey.length / 2);
    await expect(sign({ format: "openpgp", key: publicKey })).rejects.toMatchObject(
      refused("is a public key"),
    );
    await expect(sign({ format: "openpgp", key: half })).rejects.toMatchObject(refused("is damaged"));
    await expect(sign({ format: "openpgp", key: "secret" })).rejects.toMatchObject(
      refused("is no private key"),
    );
  });

  it("needs gpg, and names the package to install", async () => {
    const { privateKey } = await makeOpenpgpKey(await folder());
    const { sign } = await start();
    await leaveOnPath("git");
    await expect(sign({ format: "openpgp", key: privateKey })).rejects.toMatchObject(
      refused("apt-get install gnupg"),
    );
  });
});

describe("startFollowUp with a key to sign with", needsProgram("ssh-keygen"), () => {
  it("signs its commits as the committer, and makes the same ones again", async () => {
    const scenes = openScenes();
    cleanups.push(scenes.remove);
    const { options, bare, moveBase, finish } = await scenes.create("path");
    await moveBase({ "c.md": "c\n" });
    const { privateKey, publicKey } = await makeSshKey(await folder(), "signer");
    const committer = { name: "Copydesk", email: "bot@example.com" };
    const signing: CommitSigning = { format: "ssh", key: privateKey };
    const start = await startFollowUp({ ...options, committer, signing });
    expect(start.how).toBe("rebased");
    expect(await startFollowUp({ ...options, committer, signing })).toEqual(start);
    await finish(start);
    expect(await verifySshSigned(bare, start.startCommit, publicKey)).toMatch(/^G /);
    const people = await git(bare, ["log", "-1", "--format=%ae %ce", start.startCommit]);
    expect(people).toBe("copydesk@localhost bot@example.com");
  });
});

/** Puts a program of this name first on the PATH. */
async function putBefore(name: string, script: string): Promise<string> {
  const place = await folder();
  await writeFile(join(place, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(place, name), 0o755);
  vi.stubEnv("PATH", `${place}:${process.env.PATH}`);
  return place;
}

/** A PATH with only this program. */
async function leaveOnPath(name: string): Promise<void> {
  const place = join(await folder(), "bin");
  await mkdir(place);
  const found = process.env.PATH!.split(":").map((entry) => join(entry, name));
  for (const file of found) {
    const isThere = await readFile(file).then(
      () => true,
      () => false,
    );
    if (!isThere) continue;
    await symlink(file, join(place, name));
    break;
  }
  vi.stubEnv("PATH", place);
}
