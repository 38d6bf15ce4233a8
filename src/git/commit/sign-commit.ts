import type { ObjectFormat } from "../mirror/git-object.ts";
import { signWithOpenpgp } from "./sign-with-openpgp.ts";
import { signWithSsh } from "./sign-with-ssh.ts";

/** Private key for signing commits, as text and without a passphrase. */
export interface CommitSigning {
  format: "ssh" | "openpgp";
  key: string;
}

/**
 * Returns a commit with a signature in its header, where git itself puts it. Throws `invalid_configuration`
 * if the key cannot be used or the signing program is missing.
 */
export async function signCommit(
  content: Buffer,
  options: { signing: CommitSigning; format: ObjectFormat; date: Date; signal?: AbortSignal },
): Promise<Buffer> {
  const { signing, format, date, signal } = options;
  const sign = { ssh: signWithSsh, openpgp: signWithOpenpgp }[signing.format];
  const signature = await sign(signing.key, content, { date, signal });
  const header = format === "sha256" ? "gpgsig-sha256" : "gpgsig";
  const line = `\n${header} ${signature.trimEnd().replaceAll("\n", "\n ")}`;
  const end = content.indexOf("\n\n");
  return Buffer.concat([content.subarray(0, end), Buffer.from(line), content.subarray(end)]);
}
