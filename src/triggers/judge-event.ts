import { isMention, isOwnText } from "../feedback/is-mention.ts";
import { matchGlob } from "../text/match-glob.ts";
import { isPagePath } from "../text/page-path.ts";
import { isOwnBranch, isOwnMessage } from "./own-commits.ts";
import type { TriggerEvent } from "./trigger-event.ts";
import type { TriggerRow } from "./trigger-rows.ts";

const kindsOf: Record<TriggerRow["kind"], readonly TriggerEvent["kind"][]> = {
  schedule: ["schedule"],
  source_change: ["push", "merge"],
  release: ["release"],
  mention: ["comment"],
  page_feedback: ["feedback"],
};

/**
 * Returns why an event starts nothing; null if it starts something. `login`: host login of the project's
 * credentials.
 */
export function judgeEvent(
  { kind, settings }: Pick<TriggerRow, "kind" | "settings">,
  event: TriggerEvent,
  login: string | null = null,
): string | null {
  if (!kindsOf[kind].includes(event.kind)) return `a trigger of the kind ${kind} waits for another event`;
  if (isOurs(event, settings)) return "Copydesk did this itself";
  if (
    settings.repository !== undefined &&
    addressOf(settings.repository) !== addressOf(event.repository ?? "")
  )
    return "it happened in another repository";
  if (kind === "source_change" && event.kind !== (settings.on ?? "push"))
    return `the trigger waits for a ${settings.on ?? "push"}`;
  if (settings.refs !== undefined && !matchesAny(settings.refs, [event.ref ?? ""]))
    return "it happened on another branch or tag";
  if (settings.paths !== undefined && !event.morePaths && !matchesAny(settings.paths, event.paths ?? []))
    return "no path that was changed matches";
  if (settings.translate !== undefined && hasNoSourcePage(event, settings.translate))
    return "it changes no page in the source language";
  if (settings.labels !== undefined && !settings.labels.some((label) => event.labels?.includes(label)))
    return "it has none of the labels";
  if (kind === "mention" && !isMention(event.text ?? "", login)) return "it does not speak to Copydesk";
  return null;
}

/**
 * True for pushes to Copydesk's own branches, merges of them, and its own comments. Pages changed by Copydesk
 * also make translations outdated: if paths are known, they tell its translations apart.
 */
function isOurs(
  { kind, ref = "", before = "", text = "", paths }: TriggerEvent,
  { translate }: TriggerRow["settings"],
): boolean {
  if (kind === "comment") return isOwnText(text);
  if (kind === "push" && isOwnBranch(ref)) return true;
  if (translate !== undefined && paths !== undefined) return false;
  if (kind === "merge" && isOwnBranch(before)) return true;
  return (kind === "push" || kind === "merge") && isOwnMessage(text);
}

function hasNoSourcePage({ paths, ownPaths = [], morePaths }: TriggerEvent, languages: readonly string[]) {
  return !morePaths && paths !== undefined && ![...paths, ...ownPaths].some(isSourcePage(languages));
}

/** Matches pages outside the places of these languages; pages in any other language count. */
function isSourcePage(languages: readonly string[]): (path: string) => boolean {
  const plain = (name: string) => name.replace("_", "-").toLowerCase();
  const names = new Set(languages.map(plain));
  return (path) => {
    const suffix = /\.([A-Za-z_-]{2,10})\.\w{2,10}$/.exec(path)?.[1] ?? "";
    const isTranslation = [...path.split("/").slice(0, -1), suffix].some((part) => names.has(plain(part)));
    return isPagePath(path) && !isTranslation;
  };
}

function matchesAny(globs: readonly string[], values: readonly string[]): boolean {
  const matchers = globs.map((glob) => matchGlob(glob));
  return values.some((value) => matchers.some((matches) => matches(value)));
}

/**
 * Normalizes an address by removing what does not identify the repository: scheme, user, port, `.git`, case
 * of the host.
 */
function addressOf(repository: string): string {
  const plain = repository
    .trim()
    .replace(/^[a-z+]{1,10}:\/\//i, "")
    .replace(/^[^@/]{1,200}@/, "");
  const ssh = /^([^/:]{1,200}):(?!\d)/.exec(plain);
  const path = ssh === null ? plain : `${ssh[1]}/${plain.slice(ssh[0].length)}`;
  const [host = "", ...rest] = path
    .replace(/\/$/, "")
    .replace(/\.git$/, "")
    .split("/");
  return [host.replace(/:\d{1,5}$/, ""), ...rest].join("/").toLowerCase();
}
