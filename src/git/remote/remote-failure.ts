import { AppError } from "../../errors.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { withPeriod } from "../../text/with-period.ts";
import { gitsOwnWords } from "../programs/git-output.ts";
import { type RemoteOptions, repositoryName } from "./open-remote.ts";
import { howToLearnHostKey } from "./open-ssh.ts";
import type { RemoteWords } from "./remote-words.ts";

const wordsMax = 1_000;

/** Returns the error for a remote that could not be read or written, with git's message and the host's. */
export function remoteFailure(options: RemoteOptions, result: RemoteWords): AppError {
  if (result.ended === "output_limit") return tooMuch(options);
  const words = result.ended === "timeout" ? "it did not answer in time" : wordsOf(result);
  const own = gitsOwnWords(result.stderr);
  return new AppError(
    "repository_unreachable",
    `The repository ${repositoryName(options.repository)} cannot be reached: ${withPeriod(words)} ${advice(options, result, own)}`,
    { details: { needsCredentials: isRefused(options, result, own) } },
  );
}

function tooMuch({ repository }: RemoteOptions): AppError {
  return new AppError(
    "repository_too_large",
    `The host of ${repositoryName(repository)} sends more than Copydesk accepts: the repository has too many branches, or the URL is not that of a repository. Check the URL, and delete branches that nobody needs.`,
  );
}

/**
 * Returns what the host itself printed: its lines over the wire, for ssh also the output of its shell. At
 * most 1,000 characters.
 */
export function hostWords({ stderr, proof }: RemoteWords): string {
  const remote = plainLines(stderr, /^remote: ?(.*)$/).map((line) =>
    line.replace(/^(ERROR|error|fatal):( |$)/, ""),
  );
  const said = remote.length === 0 && proof === "key" ? plainLines(stderr, /^(.*)$/) : remote;
  return cutWords(said.filter((line) => line !== "" && !gitsAdvice.test(line)).join("; "));
}

/** What git adds to the host's output over ssh, and the frame of ssh's warnings. */
const gitsAdvice =
  /^(fatal: |error: |Please make sure you have the correct access|and the repository exists|Host key verification failed|@)/;

function plainLines(text: string, pattern: RegExp): string[] {
  return text
    .split("\n")
    .map((line) => pattern.exec(line.replace(/\r$/, ""))?.[1] ?? "")
    .map((line) => line.replace(/\x1b\[[0-9;]*[A-Za-z]|\p{Cc}/gu, "").trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line));
}

/**
 * Cuts the text to `most` characters, without the final full stop, which the surrounding sentence provides.
 */
export function cutWords(words: string, most = wordsMax): string {
  const plain = trimEndCharacters(words, ". \t\r\n");
  return plain.length <= most ? plain : `${plain.slice(0, most - 1).toWellFormed()}…`;
}

function wordsOf(result: RemoteWords): string {
  const [, changed = ""] = result.stderr.split("IDENTIFICATION HAS CHANGED", 2);
  const shown = /SHA256:[A-Za-z0-9+/]+/.exec(changed)?.[0];
  if (shown !== undefined) return `its host key differs from the known one; it shows ${shown}`;
  const own = gitsOwnWords(result.stderr);
  const said = hostWords(result);
  // Over ssh git only reports that it could not read.
  const isIdle = result.proof === "key" && said !== "" && /Could not read from remote/.test(own);
  if (isIdle) return said;
  // git's own error is always shown, however long the host's text is.
  const room = Math.max(wordsMax - own.length - 2, 2);
  return cutWords([cutWords(said, room), own].filter((text) => text !== "").join("; "));
}

const refusesHttp = /could not read Username|Authentication failed|returned error: 40[13]/;
const refusesSsh = /Permission denied \(/;

/** Whether the host rejected these credentials. */
function isRefused({ repository }: RemoteOptions, { stderr }: RemoteWords, own: string): boolean {
  if (repository.kind === "path") return false;
  return repository.scheme === "ssh" ? refusesSsh.test(stderr) : refusesHttp.test(own);
}

function advice({ repository }: RemoteOptions, { stderr, proof }: RemoteWords, own: string): string {
  if (repository.kind === "path" && /setpriv: not found/.test(stderr))
    return "Copydesk runs as root and uses the program setpriv to become the repository's owner: install it (Debian and Ubuntu: apt-get install util-linux), or run Copydesk as that user.";
  if (repository.kind === "path")
    return "Check that it is a git repository that Copydesk's user may read and write.";
  if (repository.scheme === "ssh") return sshAdvice(repository, stderr);
  if (/dumb http transport/.test(own))
    return 'The server only hands out files, as git calls it the "dumb" protocol: serve it by git http-backend, ssh or a code host.';
  if (/returned error: 30\d/.test(own)) return "It seems to have moved: give its new URL.";
  if (refusesHttp.test(own)) {
    return proof === "none" ? "It needs an access token." : "The host refused the access token.";
  }
  return "Check the URL, the network and, for a private repository, its access token.";
}

function sshAdvice(place: { host: string; port: number }, stderr: string): string {
  if (/cannot run ssh/.test(stderr))
    return "Install ssh (Debian and Ubuntu: apt-get install openssh-client).";
  if (/IDENTIFICATION HAS CHANGED/.test(stderr)) {
    return `Either the host has a new key, or somebody is intercepting the connection. ${howToLearnHostKey(place)}`;
  }
  if (/host key is known|Host key verification failed/.test(stderr)) return howToLearnHostKey(place);
  if (refusesSsh.test(stderr))
    return "The host refused the ssh key: add its public half to the repository as a deploy key.";
  return "Check the URL, the network and whether the deploy key belongs to the repository.";
}
