import type { ChangedFile } from "../../git/commit/parse-raw-diff.ts";
import type { Prepared, Run } from "../run.ts";
import { type CodeownersForm, parseCodeowners } from "./parse-codeowners.ts";

const places: Record<string, { form: CodeownersForm; paths: readonly string[] } | undefined> = {
  github: { form: "github", paths: [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"] },
  gitlab: { form: "gitlab", paths: ["CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"] },
  gitea: { form: "gitea", paths: ["CODEOWNERS", "docs/CODEOWNERS", ".gitea/CODEOWNERS"] },
  forgejo: { form: "gitea", paths: ["CODEOWNERS", "docs/CODEOWNERS", ".forgejo/CODEOWNERS"] },
};

const fileBytesMax = 3 * 1024 * 1024;
const reviewersMax = 15;

/**
 * Returns the reviewers of a change by the repository's CODEOWNERS file at the base, so that a change
 * cannot choose its reviewers. Teams begin with `team:`. Empty if the project does not want it, the host
 * has no such file, or the repository has none; leaves out e-mail addresses and the owner of the
 * credentials.
 */
export async function findOwners(
  run: Run,
  { tree, baseCommit }: Pick<Prepared, "tree" | "baseCommit">,
  files: readonly ChangedFile[],
): Promise<string[]> {
  const known = places[run.job.host];
  if (run.job.settings.pullRequests?.codeOwners !== true || known === undefined) return [];
  for (const path of known.paths) {
    const content = await tree.readAt(baseCommit, path).catch(() => null);
    if (content === null || content.length > fileBytesMax) continue;
    const ownersOf = parseCodeowners(content.toString("utf8"), known.form);
    const paths = files.flatMap(({ path: now, oldPath }) => (oldPath === undefined ? [now] : [oldPath, now]));
    const found = new Set(paths.flatMap(ownersOf).flatMap((owner) => toReviewer(owner, known.form)));
    found.delete(run.host().login ?? "");
    return [...found].slice(0, reviewersMax);
  }
  return [];
}

/** GitLab cannot request a review from a whole group: names with a slash are left out there. */
function toReviewer(owner: string, form: CodeownersForm): string[] {
  const [, name] = /^@([\w.-]{1,100}(?:\/[\w.-]{1,100}){0,3})$/.exec(owner) ?? [];
  if (name === undefined) return [];
  if (!name.includes("/")) return [name];
  return form === "gitlab" ? [] : [`team:${name}`];
}
