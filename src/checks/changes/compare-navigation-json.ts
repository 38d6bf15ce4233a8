import { type JsonNode, JsonPlaceError, parseJsonPlaces } from "../pages/parse-json-places.ts";
import { findUnsafeEntry, type NavigationText } from "./unsafe-entry.ts";

/**
 * Returns what a new text of a JSON configuration changes besides these keys of its root, or null; if keys is
 * null, all of it is navigation. Additions there may neither run code nor load pages or pictures from hosts
 * that the file does not name yet.
 */
export function compareNavigationJson(
  before: string,
  after: string,
  keys: ReadonlySet<string> | null,
): string | null {
  if (before === after) return null;
  const [old, now] = [parse(before), parse(after)];
  if (old === null) return "it was not valid JSON before, so it is not known what this changes";
  if (now === null) return "this is no valid JSON";
  const changed = keys === null ? [] : changedKeys(old, now).filter((key) => !keys.has(key));
  if (changed.length > 0) return `this changes ${changed.slice(0, 5).join(", ")}`;
  return findUnsafeEntry(before, stringsOf(old), stringsOf(now));
}

function parse(text: string): JsonNode | null {
  try {
    const root = parseJsonPlaces(text);
    return root.kind === "object" || root.kind === "array" ? root : null;
  } catch (error) {
    if (error instanceof JsonPlaceError) return null;
    throw error;
  }
}

function changedKeys(old: JsonNode, now: JsonNode): string[] {
  if (old.kind !== now.kind) return ["everything"];
  const [left, right] = [membersOf(old), membersOf(now)];
  return [...new Set([...left.keys(), ...right.keys()])].filter((key) => left.get(key) !== right.get(key));
}

/** Both values of a duplicate key count: which one is read depends on the reader. */
function membersOf(root: JsonNode): Map<string, string> {
  const members = new Map<string, string>();
  const list = root.kind === "array" ? root.items.map((node) => ({ key: "[]", node })) : root.members;
  for (const { key, node } of list) members.set(key, `${members.get(key) ?? ""}${canonical(node)};`);
  return members;
}

function canonical(node: JsonNode): string {
  if (node.kind === "array") return `[${node.items.map(canonical).join()}]`;
  if (node.kind !== "object") return JSON.stringify(node.value);
  return `{${node.members.map(({ key, node: value }) => `${JSON.stringify(key)}:${canonical(value)}`).join()}}`;
}

function stringsOf(root: JsonNode): NavigationText[] {
  const found: NavigationText[] = [];
  const walk = (node: JsonNode, key: string): void => {
    if (node.kind === "string") found.push({ key, text: String(node.value) });
    for (const item of node.items) walk(item, key);
    for (const member of node.members) walk(member.node, member.key);
  };
  walk(root, "");
  return found;
}
