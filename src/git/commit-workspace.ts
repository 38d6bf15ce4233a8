import type { Workspace } from "./create-workspace.ts";
import { gitLine } from "./git-output.ts";
import { workspaceArguments } from "./workspace-arguments.ts";

export interface CommitOptions {
  tree: string;
  /** Default: the base commit. */
  parent?: string;
  message: string;
  /** Author and committer. */
  author: { name: string; email: string };
  /** With the same tree, parent, message, author and date the commit is the same. */
  date: Date;
  signal?: AbortSignal;
}

/** Commits a tree on top of the parent and answers the commit. Nothing leaves the workspace. */
export async function commitWorkspace(workspace: Workspace, options: CommitOptions): Promise<string> {
  const { tree, parent = workspace.baseCommit, author, date, signal } = options;
  const time = `@${Math.floor(date.getTime() / 1_000)} +0000`;
  const env = {
    GIT_AUTHOR_NAME: plain(author.name),
    GIT_AUTHOR_EMAIL: plain(author.email),
    GIT_AUTHOR_DATE: time,
    GIT_COMMITTER_NAME: plain(author.name),
    GIT_COMMITTER_EMAIL: plain(author.email),
    GIT_COMMITTER_DATE: time,
  };
  const args = workspaceArguments(workspace);
  return await gitLine([...args, "commit-tree", "--no-gpg-sign", "-p", parent, "-F", "-", tree], {
    env,
    input: options.message.replaceAll("\0", ""),
    signal,
  });
}

function plain(text: string): string {
  return text.replace(/[\p{Cc}<>]/gu, "").trim();
}
