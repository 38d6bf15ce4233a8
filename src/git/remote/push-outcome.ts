import { AppError } from "../../errors.ts";
import type { ConversationFailed } from "../wire/conversation.ts";
import type { PushOutcome } from "../wire/push-ref.ts";
import { type RemoteOptions, repositoryName } from "./open-remote.ts";
import { cutWords, hostWords, remoteFailure } from "./remote-failure.ts";
import type { RemoteWords } from "./remote-words.ts";

export interface PushResult {
  pushed: boolean;
  /** URL that the host offered for the branch; null if it offered none, or if nothing was pushed. */
  compareUrl: string | null;
}

interface PushedRef extends RemoteOptions {
  branch: string;
  isDeletion?: boolean;
}

/**
 * Reads the outcome of a push and returns whether it changed anything. Throws `push_rejected` with the
 * host's own message. Callers that treat `stale` differently check it first; here it means that someone
 * else changed the branch.
 */
export function readPushResult(options: PushedRef, outcome: PushOutcome): PushResult {
  const { kind, words } = outcome;
  if (kind === "stale") throw rejected(options, "stale info", words);
  if (kind === "refused" && hookOfReaders.test(hostWords(words))) throw forbidden(options, words);
  if (kind === "refused") throw rejected(options, outcome.reason, words);
  return { pushed: kind === "pushed", compareUrl: offeredUrl(options, words) };
}

/**
 * Returns why a push had no outcome: `push_rejected` if the host refuses it altogether, otherwise
 * `repository_unreachable`.
 */
export function pushFailure(options: PushedRef, { words, status }: ConversationFailed): AppError {
  if (status === 413) return rejected(options, "it is too large for the host (HTTP 413)", words);
  if (isForbidden(words, status)) return forbidden(options, words);
  return remoteFailure(options, words);
}

/** Returns the page that hosts offer in their output for comparing the branch or opening a pull request. */
function offeredUrl({ repository }: PushedRef, { stderr }: RemoteWords): string | null {
  if (repository.kind !== "url") return null;
  const urls = [...stderr.matchAll(/^remote:.*?(https?:\/\/[^\s<>"'`]+)/gm)].map(([, url]) =>
    URL.parse(url!),
  );
  const own = urls.find(
    (url) => url?.hostname === repository.host && url.username === "" && url.password === "",
  );
  return own?.href ?? null;
}

/** Whether the host refused read-only credentials: over http by the status, over ssh in its own words. */
function isForbidden(words: RemoteWords, status: number | null): boolean {
  if (words.ended !== "exit") return false;
  if (words.proof !== "key") return status === 403;
  const said = hostWords(words);
  return !/Permission denied \(/.test(said) && forbiddenWords.test(said);
}

/**
 * GitHub: "Permission to … denied to …", "marked as read only"; GitLab: "You are not allowed to push",
 * "does not have write access"; Gitea: "not authorized to write", "denied for writing";
 * Bitbucket: "repository access denied"; Azure: "TF401027: You need the …".
 */
const forbiddenWords =
  /\bdenied\b|\bread[- ]only\b|\bnot (allowed|permitted|authori[sz]ed) to (push|write)|write access|TF401027/i;

/** Gitea and Forgejo let readers start any push over http and refuse it in a hook. */
const hookOfReaders = /\bUser permission denied for writing\b/;

function rejected(options: PushedRef, reason: string, words: RemoteWords): AppError {
  const meanwhile = /stale info/.test(reason) ? " Someone else has changed the branch meanwhile." : "";
  // What git prints if it cannot write an object to a folder.
  const isClosed = options.repository.kind !== "url" && reason === "unpacker error";
  const cure = isClosed
    ? " Let Copydesk's user write to that repository, and see that its disk has space."
    : "";
  return new AppError("push_rejected", `${refusal(options, [reason, hostWords(words)])}${meanwhile}${cure}`);
}

function forbidden(options: PushedRef, words: RemoteWords): AppError {
  const said = hostWords(words) || "HTTP 403";
  const message = `${refusal(options, [said])} The credentials may not push to it.`;
  return new AppError("push_rejected", message, { details: { forbidden: true } });
}

function refusal({ repository, branch, isDeletion }: PushedRef, words: string[]): string {
  const all = cutWords(words.filter((text) => text !== "").join("; "));
  const what = isDeletion ? "deletion" : "push";
  return `${repositoryName(repository)} refused the ${what} of ${branch}: ${all}.`;
}
