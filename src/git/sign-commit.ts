import { gitLine, gitOutput } from "./git-output.ts";
import { signWithOpenpgp } from "./sign-with-openpgp.ts";
import { signWithSsh } from "./sign-with-ssh.ts";

/** The private key that commits are signed with, as text and without a passphrase. */
export interface CommitSigning {
  format: "ssh" | "openpgp";
  key: string;
}

/**
 * Writes the commit once more with a signature in its header, as git itself does, and answers that commit. Throws
 * `invalid_configuration` when the key cannot be used or the program that signs is missing.
 */
export async function signCommit(
  repository: readonly string[],
  commit: string,
  { signing, date, signal }: { signing: CommitSigning; date: Date; signal?: AbortSignal },
): Promise<string> {
  const content = await gitOutput([...repository, "cat-file", "commit", commit], { signal });
  const sign = { ssh: signWithSsh, openpgp: signWithOpenpgp }[signing.format];
  const signature = await sign(signing.key, content, { date, signal });
  const header = commit.length === 64 ? "gpgsig-sha256" : "gpgsig";
  const line = `\n${header} ${signature.trimEnd().replaceAll("\n", "\n ")}`;
  const end = content.indexOf("\n\n");
  const signed = Buffer.concat([content.subarray(0, end), Buffer.from(line), content.subarray(end)]);
  const args = [...repository, "hash-object", "-t", "commit", "-w", "--stdin"];
  return await gitLine(args, { input: signed, signal });
}
