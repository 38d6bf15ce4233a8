import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assertTokenSafe } from "../../network/assert-token-safe.ts";
import { trustedWith } from "../../network/authorities.ts";
import { noProxies, proxySecrets } from "../../network/select-proxy.ts";
import { maskKnown } from "../../outgoing/mask-credentials.ts";
import { withStandIn } from "../path-repository/with-stand-in.ts";
import { configEnvironment } from "../programs/git-environment.ts";
import { type GitOptions, type GitResult, runGit } from "../programs/run-git.ts";
import { basicOf, type GitAccess, noAccess, secretsOf } from "./git-access.ts";
import { type RemoteAccess, type RemoteOptions, repositoryName } from "./open-remote.ts";
import { openSsh } from "./open-ssh.ts";
import type { RemoteWords } from "./remote-words.ts";
import { withSecretFolder } from "./with-secret-folder.ts";

/** Neither output contains credentials. */
export interface RemoteResult extends GitResult, RemoteWords {
  ended: GitResult["ended"];
}

interface RemoteCommand {
  /** Arguments before the verb: the local repository that takes part. */
  at: readonly string[];
  verb: "ls-remote" | "fetch";
  /** Flags first. */
  args: readonly string[];
}

/**
 * Runs git against a remote with its current credentials, which are never part of an argument, a URL or a
 * configuration file; a key is a file only while git runs. Throws what `runGit` and `access` throw,
 * `url_not_allowed` for a password over http, and `repository_unreachable` for an unusable ssh key or an
 * unknown host key.
 */
export async function runRemoteGit(
  options: RemoteOptions,
  remote: RemoteAccess,
  { at, verb, args }: RemoteCommand,
  git: Omit<GitOptions, "env"> = {},
): Promise<RemoteResult> {
  const { repository } = options;
  const run = (env: Record<string, string>, flags: readonly string[] = []) =>
    runGit([...at, verb, ...flags, ...args], {
      ...git,
      env: { GIT_ALLOW_PROTOCOL: remote.protocol, ...env },
    });
  if (repository.kind === "path") {
    return await withStandIn(remote.local!, async (command) => {
      return { ...(await run({}, [`--upload-pack=${command}`])), proof: "none" };
    });
  }
  const access = (await options.access?.()) ?? noAccess;
  const { scheme, host, port } = repository;
  if (scheme === "ssh") {
    const place = { name: repositoryName(repository), host, port, address: remote.address! };
    return await withSecretFolder(async (folder) => {
      const config = (await openSsh(folder, place, access.ssh)).replaceAll("'", "'\\''");
      const result = await run({ GIT_SSH_COMMAND: `ssh -F '${config}'`, GIT_SSH_VARIANT: "ssh" });
      return { ...result, stderr: result.stderr.replaceAll(folder, "…"), proof: "key" };
    });
  }
  const settings: Record<string, string> = {};
  if (options.network?.proxies !== undefined) settings["http.proxy"] = remote.proxy ?? "";
  if (remote.address !== null && host !== remote.address)
    settings["http.curloptResolve"] = `${host}:${port}:${remote.address}`;
  if (access.login !== null) {
    assertTokenSafe(remote.url, options.network?.allowPlainHttp ?? false);
    const { origin } = new URL(remote.url);
    settings[`http.${origin}/.extraHeader`] = `Authorization: Basic ${basicOf(access.login)}`;
  }
  const trusted = authoritiesOf(options, access);
  const known = [...secretsOf(access), ...proxySecrets(options.network?.proxies ?? noProxies)];
  const proof = access.login === null ? "none" : "password";
  if (trusted === null) return redact(await run(configEnvironment(settings)), known, proof);
  return await withSecretFolder(async (folder) => {
    const path = join(folder, "authorities.pem");
    await writeFile(path, trusted.join("\n"));
    return redact(await run(configEnvironment({ ...settings, "http.sslCAInfo": path })), known, proof);
  });
}

/** git trusts either the certificates installed for it or those of one file. */
function authoritiesOf({ network }: RemoteOptions, { authorities = [] }: GitAccess): string[] | null {
  const known = network?.authorities ?? null;
  if (known === null && authorities.length === 0) return null;
  return [...(known ?? trustedWith([])), ...authorities];
}

function redact(result: GitResult, secrets: string[], proof: RemoteResult["proof"]): RemoteResult {
  const isTold = secrets.some((secret) => result.stdout.includes(secret));
  const stdout = isTold ? Buffer.from(maskKnown(result.stdout.toString("utf8"), secrets)) : result.stdout;
  return { ...result, stdout, stderr: maskKnown(result.stderr, secrets), proof };
}
