import { execFile, spawnSync } from "node:child_process";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { git } from "./git-fixture.ts";
import { skipUnless } from "./skip-unless.ts";

const execute = promisify(execFile);

/** Options for `test` and `describe`. */
export function needsProgram(program: string): ReturnType<typeof skipUnless> {
  return skipUnless(spawnSync(program, ["--version"]).error === undefined, `there is no ${program} here`);
}

export interface OpenpgpKey {
  privateKey: string;
  publicKey: string;
  fingerprint: string;
}

export interface OpenpgpKeyOptions {
  /** As gpg's --quick-generate-key takes them. */
  algorithm?: string;
  usage?: string;
  passphrase?: string;
  expires?: string;
  /** Seconds since 1970. */
  made?: number;
  /**
   * Gives the key a part of its own for signing and leaves the private half of the main key out of the
   * export.
   */
  withSubkey?: boolean;
}

/** Makes an OpenPGP key in a folder of its own below this one. */
export async function makeOpenpgpKey(folder: string, options: OpenpgpKeyOptions = {}): Promise<OpenpgpKey> {
  const {
    algorithm = "ed25519",
    usage = "sign",
    passphrase = "",
    expires = "never",
    made = 1_600_000_000,
  } = options;
  const home = join(folder, "gpg");
  await mkdir(home, { mode: 0o700 });
  const secret = ["--batch", "--pinentry-mode", "loopback", "--passphrase", passphrase];
  const run = async (...args: string[]) =>
    (
      await execute("gpg", [
        "--homedir",
        home,
        "--quiet",
        ...secret,
        // "!" stops the clock: after a slow call the key would otherwise be younger than the next call.
        "--faked-system-time",
        `${made}!`,
        ...args,
      ])
    ).stdout;
  await run("--quick-generate-key", "Copydesk <copydesk@example.com>", algorithm, usage, expires);
  const [, fingerprint = ""] = /^fpr:+([0-9A-F]+):/m.exec(await run("--with-colons", "--list-keys")) ?? [];
  if (options.withSubkey) await run("--quick-add-key", fingerprint, algorithm, "sign", expires);
  const exported = options.withSubkey ? "--export-secret-subkeys" : "--export-secret-keys";
  const key = {
    fingerprint,
    privateKey: await run("--armor", exported, fingerprint),
    publicKey: await run("--armor", "--export", fingerprint),
  };
  await execute("gpgconf", ["--homedir", home, "--kill", "gpg-agent"]);
  await rm(home, { recursive: true, force: true });
  return key;
}

/** git's own verdict on a commit that was signed with the ssh key; rejects when the signature is not good. */
export async function verifySshSigned(directory: string, commit: string, publicKey: string): Promise<string> {
  const signers = join(directory, "allowed-signers");
  await writeFile(signers, `copydesk@example.com ${publicKey}`);
  return await verify(["-c", `gpg.ssh.allowedSignersFile=${signers}`], directory, commit, {});
}

/** The same for an OpenPGP key, which is known for this one time. */
export async function verifyOpenpgpSigned(
  folder: string,
  gitDirectory: string,
  commit: string,
  publicKey: string,
): Promise<string> {
  const home = join(folder, "verify");
  await mkdir(home, { mode: 0o700 });
  const importing = execute("gpg", ["--homedir", home, "--batch", "--quiet", "--import"]);
  importing.child.stdin?.end(publicKey);
  await importing;
  try {
    return await verify([], gitDirectory, commit, { GNUPGHOME: home });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function verify(
  settings: string[],
  gitDirectory: string,
  commit: string,
  env: Record<string, string>,
): Promise<string> {
  await git(gitDirectory, [...settings, `--git-dir=${gitDirectory}`, "verify-commit", commit], { env });
  return await git(
    gitDirectory,
    [...settings, `--git-dir=${gitDirectory}`, "log", "-1", "--format=%G? %GK", commit],
    { env },
  );
}

/** The ids of live processes whose command line contains the text. */
export async function processesNaming(text: string): Promise<string[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found: string[] = [];
  for (const id of ids) {
    const line = await readFile(`/proc/${id}/cmdline`, "utf8").catch(() => "");
    if (line.includes(text)) found.push(`${id} ${line.replaceAll("\0", " ")}`);
  }
  return found;
}
