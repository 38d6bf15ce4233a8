import { AppError } from "../errors.ts";
import { type RemoteOptions, repositoryName } from "./open-remote.ts";
import { cutWords, hostWords, remoteFailure } from "./remote-failure.ts";
import type { RemoteResult } from "./run-remote-git.ts";

export interface PushResult {
  pushed: boolean;
  /** What the host offered for the branch; null when it offered nothing, or when nothing was pushed. */
  compareUrl: string | null;
}

export interface PushedRef extends RemoteOptions {
  branch: string;
  isDeletion?: boolean;
}

/**
 * Reads the porcelain report of a push of one branch and answers whether it changed anything. Throws `push_rejected` with the
 * host's own words, `repository_unreachable`.
 */
export function readPushResult(options: PushedRef, result: RemoteResult): PushResult {
  const report = result.stdout.toString("utf8");
  // "=": the branch has the commit already.
  if (result.code === 0 && result.ended === "exit") {
    return { pushed: !/^=\t/m.test(report), compareUrl: offeredUrl(options, result) };
  }
  if (/^!\t/m.test(report) || isTooLarge(result)) throw rejected(options, result);
  if (isForbidden(result)) throw forbidden(options, result);
  throw remoteFailure(options, result);
}

/** Hosts name a page that compares the branch, or opens a pull request of it, in their words about a push. */
function offeredUrl({ repository }: PushedRef, { stderr }: RemoteResult): string | null {
  if (repository.kind !== "url") return null;
  const urls = [...stderr.matchAll(/^remote:.*?(https?:\/\/[^\s<>"'`]+)/gm)].map(([, url]) =>
    URL.parse(url!),
  );
  const own = urls.find(
    (url) => url?.hostname === repository.host && url.username === "" && url.password === "",
  );
  return own?.href ?? null;
}

/** The branch is there, is gone, or has changed meanwhile: the lease was not what the remote has. */
export function isStale({ stdout }: RemoteResult): boolean {
  return /^!\t[^\t]*\t\[rejected\] \(stale info\)/m.test(stdout.toString("utf8"));
}

/** How hosts refuse somebody who may only read: over http by the status, over ssh in words of their own. */
function isForbidden(result: RemoteResult): boolean {
  if (result.ended !== "exit") return false;
  if (result.proof !== "key") return /The requested URL returned error: 403/.test(result.stderr);
  const words = hostWords(result);
  return !/Permission denied \(/.test(words) && forbiddenWords.test(words);
}

/**
 * GitHub: "Permission to … denied to …", "marked as read only"; GitLab: "You are not allowed to push", "does not have write access";
 * Gitea: "not authorized to write", "denied for writing"; Bitbucket: "repository access denied"; Azure: "TF401027: You need the …".
 */
const forbiddenWords =
  /\bdenied\b|\bread[- ]only\b|\bnot (allowed|permitted|authori[sz]ed) to (push|write)|write access|TF401027/i;

/** Before the host's repository has seen the push. */
function isTooLarge({ stderr }: RemoteResult): boolean {
  return /HTTP 413|returned error: 413/.test(stderr);
}

function rejected(options: PushedRef, result: RemoteResult): AppError {
  const line = result.stdout
    .toString("utf8")
    .split("\n")
    .find((text) => text.startsWith("!\t"));
  const [, said = ""] = /^!\t[^\t]*\t\[[^\]]*\] ?\(?(.*?)\)?$/.exec(line ?? "") ?? [];
  const reason = said === "" && isTooLarge(result) ? "it is too large for the host (HTTP 413)" : said;
  const meanwhile = /stale info/.test(reason) ? " Someone else has changed the branch meanwhile." : "";
  // git's words for a folder in which it could not write an object.
  const isClosed = options.repository.kind !== "url" && reason === "unpacker error";
  const cure = isClosed
    ? " Let Copydesk's user write to that repository, and see that its disk has space."
    : "";
  return new AppError("push_rejected", `${refusal(options, [reason, hostWords(result)])}${meanwhile}${cure}`);
}

function forbidden(options: PushedRef, result: RemoteResult): AppError {
  const said = hostWords(result) || "HTTP 403";
  const message = `${refusal(options, [said])} The credentials may not push to it.`;
  return new AppError("push_rejected", message, { details: { forbidden: true } });
}

function refusal({ repository, branch, isDeletion }: PushedRef, words: string[]): string {
  const all = cutWords(words.filter((text) => text !== "").join("; "));
  const what = isDeletion ? "deletion" : "push";
  return `${repositoryName(repository)} refused the ${what} of ${branch}: ${all}.`;
}
