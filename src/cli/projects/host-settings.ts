import { type Command, InvalidArgumentError, Option } from "commander";
import type {
  AutoMergeSettings,
  CommitSettings,
  ProjectSettings,
  PullRequestSettings,
} from "../../store/project-settings.ts";
import { orNone, type Setting } from "./setting.ts";

export interface HostSettingOptions {
  labels?: Setting<string[]>;
  reviewers?: Setting<string[]>;
  assignees?: Setting<string[]>;
  draft?: Setting<boolean>;
  fork?: Setting<boolean>;
  deleteBranch?: Setting<boolean>;
  codeOwners?: Setting<boolean>;
  remindAfter?: Setting<number>;
  mendConflicts?: Setting<boolean>;
  squashTitle?: Setting<string>;
  autoMerge?: Setting<AutoMergeSettings>;
  followUps?: "off" | "mentions" | "all";
  commitThrough?: "push" | "api";
  commitAuthor?: Setting<{ name: string; email: string }>;
  coAuthors?: Setting<string[]>;
}

export function addHostSettings(command: Command): Command {
  return command
    .option("--labels <a,b>", "labels of its pull requests", orNone(toList))
    .option("--reviewers <a,b>", "users (or team:name) who are asked to review", orNone(toList))
    .option("--assignees <a,b>", "users its pull requests are assigned to", orNone(toList))
    .option("--draft <yes|no>", "open every pull request as a draft", yesOrNo)
    .option("--fork <yes|no>", "push to a fork where pushing to the repository is not allowed", yesOrNo)
    .option("--delete-branch <yes|no>", "delete the branch after merge or close", yesOrNo)
    .option("--code-owners <yes|no>", "ask the owners of the changed files to review", yesOrNo)
    .option("--remind-after <days>", "remind once about one without activity; 0: never", orNone(toDays))
    .option("--mend-conflicts <yes|no>", "let a turn resolve conflicts of topics with the base", yesOrNo)
    .option("--squash-title <template>", "title of squashed ones, such as docs: {{title}}", orNone(String))
    .option(
      "--auto-merge <limits>",
      "merge by itself within limits: files=5,lines=100,paths=docs/**|*.md",
      orNone(toAutoMerge),
    )
    .addOption(
      new Option("--follow-ups <which>", "comments and failed checks that become follow-ups").choices([
        "off",
        "mentions",
        "all",
      ]),
    )
    .addOption(
      new Option("--commit-through <way>", "how commits are made: pushed, or by the host's API").choices([
        "push",
        "api",
      ]),
    )
    .option("--commit-author <Name <address>>", "author and committer of its commits", orNone(toAuthor))
    .option("--co-authors <Name <address>,…>", "Co-authored-by trailers", orNone(toList));
}

/** Returns the stored settings overridden by the given ones; undefined for a group without given options. */
export function readHostSettings(options: HostSettingOptions, stored: ProjectSettings) {
  const { labels, reviewers, assignees, draft, fork, deleteBranch } = options;
  const { codeOwners, remindAfter: reminderAfterDays, mendConflicts, squashTitle, autoMerge } = options;
  const { commitThrough, commitAuthor: author, coAuthors, followUps } = options;
  const throughApi = commitThrough === undefined ? undefined : commitThrough === "api";
  return {
    pullRequests: mergeInto<PullRequestSettings>(stored.pullRequests, {
      ...{ labels, reviewers, assignees },
      ...{ draft, fork, deleteBranch },
      ...{ codeOwners, reminderAfterDays, mendConflicts, squashTitle, autoMerge },
    }),
    commits: mergeInto<CommitSettings>(stored.commits, { throughApi, author, coAuthors }),
    feedback: followUps === undefined ? undefined : { followUps },
  };
}

export function mergeInto<T extends object>(
  stored: T | undefined,
  given: { [Key in keyof T]?: T[Key] | null },
): T | null | undefined {
  const changes = Object.entries(given).filter(([, value]) => value !== undefined);
  if (changes.length === 0) return undefined;
  const merged = Object.entries({ ...stored, ...Object.fromEntries(changes) });
  const kept = merged.filter(([, value]) => value !== null);
  return kept.length === 0 ? null : (Object.fromEntries(kept) as T);
}

export function toList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function toDays(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError("It must be a number of days.");
  return Number(text);
}

/** Parses `files=5,lines=100,paths=docs/**|*.md`: all three parts, in any order. */
function toAutoMerge(text: string): AutoMergeSettings {
  const fields = new Map(text.split(",").map((part) => part.trim().split(/=(.*)/s, 2) as [string, string]));
  const [maxFiles, maxLines] = [Number(fields.get("files")), Number(fields.get("lines"))];
  const paths = (fields.get("paths") ?? "").split("|").filter((path) => path !== "");
  if (fields.size !== 3 || !(maxFiles > 0) || !(maxLines > 0) || paths.length === 0)
    throw new InvalidArgumentError("It must be files=…,lines=…,paths=… with all three of them.");
  return { maxFiles, maxLines, paths };
}

function yesOrNo(text: string): boolean {
  if (text === "yes") return true;
  if (text === "no") return false;
  throw new InvalidArgumentError('It must be "yes" or "no".');
}

function toAuthor(text: string): { name: string; email: string } {
  const [, name, email] = /^([^<>]+) <([^<>\s]+)>$/.exec(text) ?? [];
  if (name === undefined || email === undefined) throw new InvalidArgumentError("It must be: Name <address>");
  return { name, email };
}
