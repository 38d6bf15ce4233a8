const ownPrefix = "copydesk/";
const ownTrailer = /^Copydesk-Job: job_/m;
const mergeSubject = /^Merged? (?:branch|remote-tracking branch|pull request|in|PR|tag|commit)\b/;

export function isOwnBranch(name: string): boolean {
  return name.startsWith(ownPrefix);
}

export function isOwnMessage(message: string): boolean {
  return ownTrailer.test(message);
}

/**
 * The commits of a push that count. Where others' are among Copydesk's own, these are the others', and `own`
 * has the rest, with the merges that brought either. Otherwise all of them count, so that a push of nothing
 * but our own can be told.
 */
export function countCommits<C>(
  commits: readonly C[],
  messageOf: (commit: C) => string,
): { counted: readonly C[]; own: readonly C[] } {
  const { others = [], own = [] } = Object.groupBy(commits, (commit) => {
    const message = messageOf(commit);
    return isOwnMessage(message) || mergeSubject.test(message) ? "own" : "others";
  });
  const isMixed = others.length > 0 && own.some((commit) => isOwnMessage(messageOf(commit)));
  return isMixed ? { counted: others, own } : { counted: commits, own: [] };
}
