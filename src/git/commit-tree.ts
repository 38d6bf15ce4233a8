import { gitLine } from "./git-output.ts";

export interface CommitTreeOptions {
  mirror: string;
  tree: string;
  parents: readonly string[];
  message: string;
  /** Author and committer. */
  author: { name: string; email: string };
  /** With the same tree, parents, message, author and date the commit is the same. */
  date: Date;
  signal?: AbortSignal;
}

/** Commits a tree of the mirror and answers the commit, which no ref names yet. */
export async function commitTree(options: CommitTreeOptions): Promise<string> {
  const { mirror, tree, parents, message, author, date, signal } = options;
  const time = `@${Math.floor(date.getTime() / 1_000)} +0000`;
  const name = plain(author.name);
  const email = plain(author.email);
  const env = {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: time,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: time,
  };
  const named = parents.flatMap((parent) => ["-p", parent]);
  const args = [`--git-dir=${mirror}`, "commit-tree", "--no-gpg-sign", ...named, "-F", "-", tree];
  return await gitLine(args, { env, input: message.replaceAll("\0", ""), signal });
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}<>]/gu, "").trim();
}
