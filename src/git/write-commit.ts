import { gitLine } from "./git-output.ts";
import { type CommitSigning, signCommit } from "./sign-commit.ts";

export interface CommitContent {
  message: string;
  author: { name: string; email: string };
  /** Default: the author. */
  committer?: { name: string; email: string };
  /** With the same tree, parents, message, people, date and key the commit is the same, unless it is signed with an ECDSA key. */
  date: Date;
  /** Default: not signed. */
  signing?: CommitSigning | null;
  signal?: AbortSignal;
}

/**
 * Writes a commit into the repository that the arguments name, and answers it; no ref names it yet. Throws `git_failed`,
 * `workspace_disk_full`, and `invalid_configuration` when it cannot be signed.
 */
export async function writeCommit(
  repository: readonly string[],
  { tree, parents }: { tree: string; parents: readonly string[] },
  content: CommitContent,
): Promise<string> {
  const { message, author, committer = author, date, signing, signal } = content;
  const time = `@${Math.floor(date.getTime() / 1_000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: plain(author.name),
    GIT_AUTHOR_EMAIL: plain(author.email),
    GIT_AUTHOR_DATE: time,
    GIT_COMMITTER_NAME: plain(committer.name),
    GIT_COMMITTER_EMAIL: plain(committer.email),
    GIT_COMMITTER_DATE: time,
  };
  const named = parents.flatMap((parent) => ["-p", parent]);
  const args = [...repository, "commit-tree", "--no-gpg-sign", ...named, "-F", "-", tree];
  const commit = await gitLine(args, { env, input: message.replaceAll("\0", ""), signal });
  return signing ? await signCommit(repository, commit, { signing, date, signal }) : commit;
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}<>]/gu, "").trim();
}
