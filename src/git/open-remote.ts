import { stat } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { AppError } from "../errors.ts";
import { resolveAllowedAddress } from "../network/resolve-allowed-address.ts";
import { configEnvironment } from "./git-environment.ts";
import { gitsOwnWords } from "./git-output.ts";
import type { ParsedRepository } from "./parse-repository.ts";
import type { GitResult } from "./run-git.ts";

export interface RemoteOptions {
  repository: ParsedRepository;
  allowPrivateAddresses: boolean;
  /** Access token for http(s); never part of a URL, an argument or a file. */
  token?: string | null;
}

/** How a git command reaches the repository: what to name it by, and the environment with the pinned address and the token. */
export interface RemoteAccess {
  url: string;
  env: Record<string, string>;
}

/**
 * Checks where the repository is before git may talk to it. Throws `url_not_allowed` for an address that may not be contacted and
 * `repository_unreachable` for a path that is no folder.
 */
export async function openRemote(options: RemoteOptions): Promise<RemoteAccess> {
  const { repository, token } = options;
  if (repository.kind === "path") return await openPath(repository.path);
  const { url, scheme, host, port } = repository;
  const { address } = await resolveAllowedAddress(host, { allowPrivate: options.allowPrivateAddresses });
  if (scheme === "ssh") return { url, env: { GIT_ALLOW_PROTOCOL: "ssh", ...sshEnvironment(host, address) } };
  const settings: Record<string, string> = {};
  if (host !== address) settings["http.curloptResolve"] = `${host}:${port}:${address}`;
  if (token) settings[`http.${new URL(url).origin}/.extraHeader`] = `Authorization: Basic ${basic(token)}`;
  return { url, env: { GIT_ALLOW_PROTOCOL: scheme, ...configEnvironment(settings) } };
}

async function openPath(path: string): Promise<RemoteAccess> {
  const folder = await stat(path).catch((error: unknown) => {
    throw unreachablePath(
      path,
      (error as NodeJS.ErrnoException).code === "EACCES" ? "may not be read" : "does not exist",
      error,
    );
  });
  if (!folder.isDirectory()) throw unreachablePath(path, "is not a folder");
  return { url: remoteUrl({ kind: "path", path }), env: { GIT_ALLOW_PROTOCOL: "file" } };
}

function unreachablePath(path: string, problem: string, cause?: unknown): AppError {
  return new AppError(
    "repository_unreachable",
    `The repository ${path} ${problem}. Give the path of a git repository on the machine that runs Copydesk.`,
    { cause },
  );
}

/** ssh asks the resolver itself unless it is told the address; the host key is still looked up under the host's name. */
function sshEnvironment(host: string, address: string): Record<string, string> {
  const options = [
    "BatchMode=yes",
    "StrictHostKeyChecking=yes",
    `HostKeyAlias=${host}`,
    `Hostname=${address}`,
    "ProxyCommand=none",
    "PermitLocalCommand=no",
    "ForwardAgent=no",
    "ConnectTimeout=20",
  ];
  return {
    GIT_SSH_COMMAND: `ssh ${options.map((option) => `-o ${option}`).join(" ")}`,
    GIT_SSH_VARIANT: "ssh",
  };
}

/** Code hosts take a token as the password of any user; GitHub documents this user name. */
function basic(token: string): string {
  return Buffer.from(`x-access-token:${token}`).toString("base64");
}

/** git's words about a remote that could not be read or written, without the token. */
export function remoteFailure(options: RemoteOptions, result: GitResult): AppError {
  const words =
    result.ended === "timeout"
      ? "it did not answer in time"
      : withoutSecrets(remoteWords(result.stderr), options.token);
  return new AppError(
    "repository_unreachable",
    `The repository ${repositoryName(options.repository)} cannot be reached: ${words}. ${advice(options, words)}`,
  );
}

/** What git is given: a path goes through upload-pack and receive-pack like any other remote. */
export function remoteUrl(repository: ParsedRepository): string {
  return repository.kind === "url" ? repository.url : pathToFileURL(repository.path).href;
}

/** `repository` for people: its URL or path. */
export function repositoryName(repository: ParsedRepository): string {
  return repository.kind === "url" ? repository.url : repository.path;
}

function remoteWords(stderr: string): string {
  const said = [...stderr.matchAll(/^remote: *(.*\S)/gm)].map(([, text]) => text!);
  return [...said, gitsOwnWords(stderr)]
    .join("; ")
    .replace(/[.\s]+$/, "")
    .slice(0, 1_000);
}

function advice({ repository, token }: RemoteOptions, words: string): string {
  if (repository.kind === "path")
    return "Check that it is a git repository that Copydesk's user may read and write.";
  if (/returned error: 30\d/.test(words)) return "It seems to have moved: give its new URL.";
  if (/could not read Username|Authentication failed|returned error: 40[13]/.test(words)) {
    return token ? "The host refused the access token." : "It needs an access token.";
  }
  return "Check the URL, the network and, for a private repository, its access token.";
}

export function withoutSecrets(text: string, token: string | null | undefined): string {
  const clean = text.replace(/\/\/[^/@\s]*@/g, "//…@");
  return token ? clean.replaceAll(token, "…").replaceAll(basic(token), "…") : clean;
}
