import type { NewChanges } from "../../git/context/read-new-changes.ts";
import { countCommits, isOwnBranch, isOwnMessage } from "../../triggers/own-commits.ts";
import { keyOfCommit, keyOfEvent } from "../../triggers/sources/known-events.ts";
import type { SeenEvent } from "../../triggers/sources/store-seen.ts";
import type { TriggerEvent } from "../../triggers/trigger-event.ts";
import type { TriggerRow } from "../../triggers/trigger-rows.ts";

export interface ChangedRef {
  /** URL or path of the repository. */
  repository: string;
  /** `refs/heads/…` or `refs/tags/…`. */
  name: string;
  /** Its previous commit; undefined for a new ref. */
  before: string | undefined;
  found: NewChanges;
}

/**
 * Returns the events that a host would have reported for a changed ref, oldest first. Without an author: a
 * commit has a name, not a user of the host.
 */
export function toSeenEvents({ kind, settings }: TriggerRow, changed: ChangedRef): SeenEvent[] {
  if (kind === "release") return [toRelease(changed)];
  return settings.on === "merge" ? toMerges(changed) : toPush(changed);
}

function toPush({ repository, name, before, found }: ChangedRef): SeenEvent[] {
  const { tip, changes, commits } = found;
  if (commits.length === 0) return [];
  const ref = shortName(name);
  const messages = countCommits(
    commits.map(({ message }) => message),
    (message) => message,
  ).counted;
  const event: TriggerEvent = {
    ...{ kind: "push", repository, ref, commit: tip, title: titleOf(commits[0]!.message) },
    ...(before !== undefined && { before }),
    ...touchedBy(changes),
    text: messages.join("\n\n"),
  };
  const all = [tip, ...commits.map(({ commit }) => commit)];
  return [{ event, keys: [...new Set(all)].map((commit) => keyOfCommit("push", ref, commit)) }];
}

/** Separates Copydesk's own changes, and merges of its branches, from those of others if there are both. */
function touchedBy(changes: NewChanges["changes"]): Pick<TriggerEvent, "paths" | "ownPaths"> {
  const pathsOf = (some: NewChanges["changes"]) => [...new Set(some.flatMap(({ paths }) => paths))];
  const isOwn = ({ message }: NewChanges["changes"][number]) =>
    isOwnMessage(message) || isOwnBranch(mergedBranch(message) ?? "");
  const others = changes.filter((change) => !isOwn(change));
  if (others.length === 0 || others.length === changes.length) return { paths: pathsOf(changes) };
  return { paths: pathsOf(others), ownPaths: pathsOf(changes.filter(isOwn)) };
}

function toMerges({ repository, name, found }: ChangedRef): SeenEvent[] {
  const merges = found.changes.filter(({ parents }) => parents.length > 1).reverse();
  return merges.map(({ commit, message, paths }) => {
    const branch = mergedBranch(message);
    const event: TriggerEvent = {
      ...{ kind: "merge", repository, ref: shortName(name), commit, title: titleOf(message), paths },
      ...{ text: message, ...(branch !== undefined && { before: branch }) },
    };
    return { event, keys: [keyOfEvent(event)!] };
  });
}

function toRelease({ repository, name, found }: ChangedRef): SeenEvent {
  const text = found.tagMessage ?? found.commits[0]?.message ?? "";
  const event: TriggerEvent = {
    ...{ kind: "release", repository, ref: shortName(name), commit: found.tip },
    ...{ title: titleOf(text), text },
  };
  return { event, keys: [keyOfEvent(event)!] };
}

/** Returns the branch named in a merge message of git or a host. */
function mergedBranch(message: string): string | undefined {
  const [, local, hosted] =
    /^Merge (?:branch '([^'\n]{1,300})'|pull request #\d{1,9} from [^/\s]{1,100}\/(\S{1,300}))/.exec(
      message,
    ) ?? [];
  return local ?? hosted;
}

function shortName(name: string): string {
  return name.replace(/^refs\/(?:heads|tags)\//, "");
}

function titleOf(message: string): string {
  return message.split("\n", 1)[0] ?? "";
}
