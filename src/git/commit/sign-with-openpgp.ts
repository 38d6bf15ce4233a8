import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ProgramOptions, ProgramResult } from "../programs/run-program.ts";
import { withSecretFolder } from "../remote/with-secret-folder.ts";
import { runSigner, type SignOptions, signingProblem } from "./run-signer.ts";

type RunGpg = (args: readonly string[], options?: ProgramOptions) => Promise<ProgramResult>;

/** gpg-agent looks for no smart card and creates only the socket that gpg needs. */
const agentConfiguration = "disable-scdaemon\nextra-socket none\nbrowser-socket none\n";

/**
 * Returns the armored signature of a key that gpg knows for this run only. It is dated like the commit, so
 * that the same commit gets the same signature, or like the key if that is younger.
 */
export async function signWithOpenpgp(
  key: string,
  content: Buffer,
  { date, signal }: SignOptions,
): Promise<string> {
  return await withSecretFolder(async (folder) => {
    await writeFile(join(folder, "gpg-agent.conf"), agentConfiguration);
    const signer = { program: "gpg", debianPackage: "gnupg", folder };
    const flags = ["--homedir", folder, "--no-options", "--batch", "--no-tty", "--pinentry-mode", "error"];
    const gpg: RunGpg = (args, options) => runSigner(signer, [...flags, ...args], { signal, ...options });
    try {
      const fingerprint = await importKey(gpg, key);
      const time = Math.max(Math.floor(date.getTime() / 1_000), await findKeyTime(gpg));
      const args = [
        "--faked-system-time",
        `${time}!`,
        "--local-user",
        fingerprint,
        "--armor",
        "--detach-sign",
      ];
      const result = await gpg(args, { input: content });
      const signature = result.stdout.toString("latin1");
      if (result.code === 0 && signature.startsWith("-----BEGIN PGP SIGNATURE-----")) return signature;
      throw signingProblem(whyNot(result.stderr, folder));
    } finally {
      // gpg has started an agent, which would otherwise stay for a while.
      await endAgent(folder);
    }
  });
}

async function importKey(gpg: RunGpg, key: string): Promise<string> {
  if (!key.includes("-----BEGIN PGP PRIVATE KEY BLOCK-----")) {
    const isPublic = key.includes("-----BEGIN PGP PUBLIC KEY BLOCK-----");
    throw signingProblem(
      isPublic ? "is a public key; give the private one" : "is no private key that gpg --armor has exported",
    );
  }
  const { stderr } = await gpg(["--status-fd", "2", "--import"], { input: key });
  const imported = [...stderr.matchAll(/^\[GNUPG:\] IMPORT_OK (\d+) ([0-9A-F]+)$/gm)];
  // Bit 16: the private part is included.
  const [, , fingerprint] = imported.find(([, what]) => (Number(what) & 16) !== 0) ?? [];
  if (fingerprint === undefined) throw signingProblem("is damaged: gpg cannot import it");
  return fingerprint;
}

/**
 * Returns when the youngest part that can sign was created, in Unix seconds. A part is `sec` or `ssb`; "+"
 * means that its private half is here.
 */
async function findKeyTime(gpg: RunGpg): Promise<number> {
  const { stdout } = await gpg(["--with-colons", "--list-secret-keys"]);
  const parts = stdout
    .toString("utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([kind, , , , , , , , , , , uses]) => /^s(ec|sb)$/.test(kind ?? "") && /s/.test(uses ?? ""))
    .filter((fields) => fields[14] === "+");
  const usable = parts.filter(([, validity]) => !/^[er]$/.test(validity ?? ""));
  if (parts.length === 0) throw signingProblem("has no part that can sign");
  if (usable.length === 0) throw signingProblem("has expired or was revoked");
  return Math.max(...usable.map((fields) => Number(fields[5])));
}

function whyNot(stderr: string, folder: string): string {
  if (/pinentry|passphrase/i.test(stderr))
    return "has a passphrase, which nobody is there to type; export a copy without one";
  const words = stderr.split("\n").findLast((line) => /failed|skipped/.test(line)) ?? "gpg made no signature";
  return `cannot be used: ${words
    .replace(/^gpg: /, "")
    .replaceAll(folder, "…")
    .slice(0, 300)}`;
}

/**
 * Ends the agent, also after the job was stopped. An agent that cannot be ended this way exits once its
 * folder is gone.
 */
async function endAgent(folder: string): Promise<void> {
  const signer = { program: "gpgconf", debianPackage: "gnupg", folder };
  await runSigner(signer, ["--homedir", folder, "--kill", "gpg-agent"]).catch(() => undefined);
}
