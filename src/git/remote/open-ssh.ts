import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../../errors.ts";
import type { GitAccess } from "./git-access.ts";
import { publishedHostKeys } from "./published-host-keys.ts";
import { normalizeKey, sshKeyProblem } from "./ssh-key-problem.ts";

interface SshPlace {
  /** The repository's URL or path, to show to people. */
  name: string;
  host: string;
  port: number;
  /** Address that the host name was resolved to. */
  address: string;
}

/**
 * Writes the files that one run of ssh needs to a private folder and returns the path of its configuration:
 * the project's key only, no key, agent or configuration of the service's user, and no host key that was
 * not known before. Throws `repository_unreachable` for an unusable key and for a host whose key is not
 * known.
 */
export async function openSsh(folder: string, place: SshPlace, access: GitAccess["ssh"]): Promise<string> {
  if (access === null)
    throw refused(
      place,
      'It needs a deploy key: "copydesk project connect <project id> --ssh-key-file <file>".',
      { needsCredentials: true },
    );
  const problem = sshKeyProblem(access.privateKey);
  if (problem !== null) throw refused(place, `The project's ssh key ${problem}.`);
  const knownHosts = access.knownHosts ?? publishedHostKeys(place.host);
  if (knownHosts === null) throw refused(place, `The host's key is not known. ${howToLearnHostKey(place)}`);
  const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 });
  await write("key", normalizeKey(access.privateKey));
  await write("known_hosts", `${knownHosts.replace(/\r\n?/g, "\n")}\n`);
  await write("config", configuration(folder, place));
  return join(folder, "config");
}

/** Tells a person what to do about an unknown host key. */
export function howToLearnHostKey({ host, port }: Pick<SshPlace, "host" | "port">): string {
  const command = port === 22 ? `ssh-keyscan ${host}` : `ssh-keyscan -p ${port} ${host}`;
  return `Save what "${command}" prints, compare its fingerprints (ssh-keygen -lf <file>) with the ones that the host publishes, and store it with the project's credentials as \`credentials.ssh.knownHosts\`.`;
}

/**
 * ssh resolves the name itself unless it is given the address; the host key is still looked up under the
 * host name.
 */
function configuration(folder: string, { host, port, address }: SshPlace): string {
  const file = (name: string) => `"${join(folder, name).replaceAll("%", "%%")}"`;
  return [
    `Hostname ${address}`,
    `HostKeyAlias ${port === 22 ? host : `[${host}]:${port}`}`,
    `IdentityFile ${file("key")}`,
    "IdentitiesOnly yes",
    "IdentityAgent none",
    `UserKnownHostsFile ${file("known_hosts")}`,
    "GlobalKnownHostsFile /dev/null",
    "StrictHostKeyChecking yes",
    "UpdateHostKeys no",
    "CheckHostIP no",
    "BatchMode yes",
    "PreferredAuthentications publickey",
    "ForwardAgent no",
    "ClearAllForwardings yes",
    "PermitLocalCommand no",
    "ProxyCommand none",
    "ControlPath none",
    "ConnectTimeout 20",
    "ServerAliveInterval 15",
    "ServerAliveCountMax 4",
    "LogLevel ERROR\n",
  ].join("\n");
}

function refused({ name }: SshPlace, problem: string, details: Record<string, unknown> = {}): AppError {
  return new AppError("repository_unreachable", `The repository ${name} cannot be reached. ${problem}`, {
    details,
  });
}
