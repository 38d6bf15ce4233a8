import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { normalizeKey, sshKeyProblem } from "../remote/ssh-key-problem.ts";
import { withSecretFolder } from "../remote/with-secret-folder.ts";
import { runSigner, type SignOptions, signingProblem } from "./run-signer.ts";

/**
 * Returns the armored signature in git's namespace. It carries no date; only an ECDSA key signs differently
 * each time.
 */
export async function signWithSsh(key: string, content: Buffer, { signal }: SignOptions): Promise<string> {
  const problem = sshKeyProblem(key);
  if (problem !== null) throw signingProblem(problem);
  return await withSecretFolder(async (folder) => {
    const file = join(folder, "key");
    await writeFile(file, normalizeKey(key), { mode: 0o600 });
    const signer = { program: "ssh-keygen", debianPackage: "openssh-client", folder };
    // Only OpenSSH's own format contains the public half, which ssh-keygen needs.
    if (!key.includes("BEGIN OPENSSH PRIVATE KEY")) {
      const { stdout } = await runSigner(signer, ["-y", "-f", file], { signal });
      await writeFile(`${file}.pub`, stdout);
    }
    const args = ["-Y", "sign", "-n", "git", "-f", file];
    const result = await runSigner(signer, args, { input: content, signal });
    const signature = result.stdout.toString("latin1");
    if (result.code === 0 && signature.startsWith("-----BEGIN SSH SIGNATURE-----")) return signature;
    throw signingProblem(`cannot be used: ${lastLine(result.stderr).replaceAll(folder, "…")}`);
  });
}

function lastLine(text: string): string {
  return trimEndCharacters(text.trim().split("\n").at(-1) ?? "", ". \t\r").slice(0, 300);
}
