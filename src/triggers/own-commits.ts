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
 * Selects the commits of a push that count. If it mixes Copydesk's own commits with others, only the others
 * count, and `own` has the rest, including merges. Otherwise all count, so that a push with only Copydesk's
 * own can be recognised.
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
