import { scanFrontMatter } from "../../markdown/scan-front-matter.ts";
import type { OldAddressField, RedirectPair } from "../model/redirect-table.ts";
import type { Site } from "../model/site.ts";
import type { EditCollection } from "./collect-edits.ts";
import type { TextEdit } from "./edit-text.ts";

type Name = OldAddressField["name"];

/** Keeps the old address in the moved page; returns false if the generator reads none there. */
export async function addToPage(
  { configuration, read }: Site,
  edits: EditCollection,
  path: string,
  { old, now }: RedirectPair,
): Promise<boolean> {
  const field = configuration.oldAddressField ?? null;
  if (field === null || !old.startsWith("/")) return false;
  const spell = (one: string): string => field.spell?.(one, now) ?? one;
  const text = (await read(path)).toString("utf8");
  const edit = addOldAddress(text, field.name, { old: spell(old), now: spell(now) });
  if (edit !== null) edits.add(path, edit, "redirect");
  return edit !== null;
}

/**
 * Returns the edit that adds an earlier address to a page's front matter, in YAML or TOML; null if there is
 * none, or if its list is written in a way that is not known. `now`: the page's new address, which an
 * earlier one may not be.
 */
export function addOldAddress(
  text: string,
  field: Name,
  { old, now }: { old: string; now: string },
): TextEdit | null {
  const found = scanFrontMatter(text);
  // Jekyll reads none below the first line.
  if (found === null || (found.start > 0 && field !== "aliases")) return null;
  const { contentStart: start, contentEnd: end, language } = found;
  const content = text.slice(start, end);
  const lineBreak = text.slice(0, end).includes("\r\n") ? "\r\n" : "\n";
  const add = language === "yaml" ? addToYaml : language === "toml" ? addToToml : null;
  const edit = add?.(content, field, { old, now, lineBreak }) ?? null;
  return edit && { start: start + edit.at, end: start + edit.at, text: edit.text };
}

interface Addition {
  old: string;
  now: string;
  lineBreak: string;
}

type Insertion = { at: number; text: string } | null;

function addToYaml(content: string, field: Name, { old, now, lineBreak }: Addition): Insertion {
  const value = /^\/[\w./~%-]*$/.test(old) ? old : JSON.stringify(old);
  const lines = content.split("\n");
  const index = lines.findIndex((line) => line.startsWith(`${field}:`));
  if (index < 0) {
    const mayName = lines.some((line) => line.replace(/^["']/, "").startsWith(field));
    if (mayName || !lines.some((line) => /^[A-Za-z_][\w-]*:/.test(line))) return null;
    return { at: content.length, text: `${field}:${lineBreak}  - ${value}${lineBreak}` };
  }
  const start = offsetOf(lines, index);
  const flow = addToFlow(content, start + field.length + 1, { value: JSON.stringify(old), now });
  if (flow !== null || lines[index]!.slice(field.length + 1).trim() !== "") return flow;
  const rest = lines.slice(index + 1);
  const count = rest.findIndex((line) => !/^[ \t]*-[ \t]/.test(line));
  const items = rest.slice(0, count);
  if (items.length === 0 || names(items.join("\n"), now)) return null;
  const indent = /^[ \t]*/.exec(items[0]!)![0];
  return { at: offsetOf(lines, index + 1), text: `${indent}- ${value}${lineBreak}` };
}

/** Root members of TOML stand before the first table. */
function addToToml(content: string, field: Name, { old, now, lineBreak }: Addition): Insertion {
  const lines = content.split("\n");
  const table = lines.findIndex((line) => /^[ \t]*\[/.test(line));
  const root = table < 0 ? lines : lines.slice(0, table);
  const value = JSON.stringify(old);
  const index = root.findIndex((line) => line.split("=", 1)[0]!.trim() === field && line.includes("="));
  if (index < 0) {
    // What looks like a table may be part of a text or list of several lines.
    const mayName = lines.some((line) => line.trim().replace(/^["']/, "").startsWith(field));
    return mayName ? null : { at: 0, text: `${field} = [${value}]${lineBreak}` };
  }
  return addToFlow(content, offsetOf(lines, index) + lines[index]!.indexOf("=") + 1, { value, now });
}

function offsetOf(lines: readonly string[], index: number): number {
  return lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
}

/** Adds to a list in brackets, as the first of its items. */
function addToFlow(content: string, from: number, { value, now }: { value: string; now: string }): Insertion {
  const list = /^[ \t]*\[([^[\]]*)\]/.exec(content.slice(from, from + 5_000));
  if (list === null || names(list[1]!, now)) return null;
  return { at: from + list[0].indexOf("[") + 1, text: list[1]!.trim() === "" ? value : `${value}, ` };
}

function names(list: string, address: string): boolean {
  return list.split(/[\s,"']+/).includes(address);
}
