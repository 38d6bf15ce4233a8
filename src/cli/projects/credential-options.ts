import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { AppError } from "../../errors.ts";
import type { CommandContext } from "../command.ts";
import type { CliIo } from "../deps.ts";

export interface CredentialOptions {
  tokenFile?: string;
  tokenKind?: string;
  username?: string;
  appId?: string;
  appKeyFile?: string;
  sshKeyFile?: string;
  knownHostsFile?: string;
  signingKeyFile?: string;
  signingFormat?: string;
  webhookSecretFile?: string;
  caFile?: string;
}

/** Adds the options for the credentials of a project's code host and git; secrets are read from files. */
export function addCredentialOptions(command: Command): Command {
  return command
    .option("--token-file <file>", 'file with the access token, "-" for standard input, "none" to forget it')
    .addOption(new Option("--token-kind <kind>", "kind of the token").choices(["access", "oauth"]))
    .option("--username <name>", "the token's owner, where the host asks for it (Bitbucket: e-mail address)")
    .option("--app-id <id>", "id of a GitHub App")
    .option("--app-key-file <file>", "private key of the GitHub App (PEM)")
    .option("--ssh-key-file <file>", "private deploy key for git over ssh, without a passphrase")
    .option("--known-hosts-file <file>", "the host's public keys, as ssh-keyscan prints them")
    .option("--signing-key-file <file>", "private key that commits are signed with")
    .addOption(new Option("--signing-format <format>", "format of that key").choices(["ssh", "openpgp"]))
    .option("--webhook-secret-file <file>", "secret of the host's webhook")
    .option("--ca-file <file>", "certificates (PEM) of the authority that issued the host's certificate");
}

export function describeConnection({
  login,
  missing,
}: {
  login: string;
  missing: readonly string[];
}): string {
  const lacks = missing.length === 0 ? "" : `\nMissing permissions: ${missing.join(", ")}`;
  return `Connected as ${login}.${lacks}`;
}

/** Returns undefined if none is given. */
export async function readGivenCredentials(context: CommandContext, options: CredentialOptions) {
  const credentials = await readCredentials(context, options);
  return Object.values(credentials).some((value) => value !== undefined) ? credentials : undefined;
}

export async function readCredentials({ deps }: CommandContext, options: CredentialOptions) {
  const { tokenKind, username, appId, appKeyFile, sshKeyFile, knownHostsFile } = options;
  const read = (file: string | undefined) => readSecret(deps.io, file);
  if ((appId === undefined) !== (appKeyFile === undefined)) {
    throw new AppError("usage", "A GitHub App needs both --app-id and --app-key-file.");
  }
  const sshKey = await read(sshKeyFile);
  const knownHosts = (await read(knownHostsFile)) ?? null;
  const signingKey = await read(options.signingKeyFile);
  const format = options.signingFormat ?? (signingKey?.includes("PGP PRIVATE KEY") ? "openpgp" : "ssh");
  return {
    token: await read(options.tokenFile),
    tokenKind,
    username,
    app: appId === undefined ? undefined : { id: appId, privateKey: await read(appKeyFile) },
    ssh: keep(sshKey, (privateKey) => ({ privateKey, knownHosts })),
    signing: keep(signingKey, (key) => ({ format, key })),
    webhookSecret: await read(options.webhookSecretFile),
    certificateAuthority: await read(options.caFile),
  };
}

/** Leaves undefined and null as they are; makes the stored value from a text. */
function keep<T>(secret: string | null | undefined, make: (secret: string) => T): T | null | undefined {
  return secret === undefined || secret === null ? secret : make(secret);
}

async function readSecret(
  { cwd, readStdin }: CliIo,
  file: string | undefined,
): Promise<string | null | undefined> {
  if (file === undefined) return undefined;
  if (file === "none") return null;
  try {
    const text = file === "-" ? await readStdin() : await readFile(resolve(cwd, file), "utf8");
    // The final line break is part of a key; after a token, the editor has added it.
    return text.includes("-----BEGIN") ? text : text.trim();
  } catch (cause) {
    throw new AppError("usage", `${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
