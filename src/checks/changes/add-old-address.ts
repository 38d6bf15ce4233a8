import { posix } from "node:path";
import { scanFrontMatter } from "../../markdown/scan-front-matter.ts";
import { addressKey } from "../model/address-key.ts";
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
  const text = (await read(path)).toString("utf8");
  const changes = addOldAddress(text, field, { old, now });
  for (const edit of changes ?? []) edits.add(path, edit, "redirect");
  return changes !== null;
}

/**
 * Returns the edits that add an earlier address to a page's front matter, in YAML or TOML, and keep the
 * others what they are; null if there is none, or if its list is written in a way that is not known. An
 * item that is the page's new address, `now`, gives its place to the old one.
 */
export function addOldAddress(
  text: string,
  field: OldAddressField,
  { old, now }: RedirectPair,
): TextEdit[] | null {
  const found = scanFrontMatter(text);
  // Jekyll reads none below the first line.
  if (found === null || (found.start > 0 && field.name !== "aliases")) return null;
  const { contentStart: start, contentEnd: end, language } = found;
  const lineBreak = text.slice(0, end).includes("\r\n") ? "\r\n" : "\n";
  const read = language === "yaml" ? readYamlList : language === "toml" ? readTomlList : null;
  const list = read?.(text.slice(start, end), field.name, lineBreak) ?? null;
  if (list === null) return null;
  const added = field.spell?.(old, now) ?? old;
  const folder = field.rebase === undefined ? "/" : posix.dirname(now.replace(/(?<=.)\/$/, ""));
  let isTurned = false;
  const edits = list.items.flatMap((item) => {
    const kept = field.rebase?.(item.value, { old, now }) ?? item.value;
    const isNow = addressKey(posix.resolve(folder, kept)) === addressKey(now);
    isTurned ||= isNow;
    const value = isNow ? added : kept;
    return value === item.value ? [] : [{ start: start + item.start, end: start + item.end, text: value }];
  });
  const at = start + list.at;
  return isTurned ? edits : [{ start: at, end: at, text: list.render(added) }, ...edits];
}

/** A list as far as it is a plain one: where another address can be put, and those that are there. */
interface List {
  at: number;
  render(address: string): string;
  items: Item[];
}

/** Extent of an address without quotes. */
interface Item {
  start: number;
  end: number;
  value: string;
}

function readYamlList(content: string, field: Name, lineBreak: string): List | null {
  const quote = (one: string): string => (/^\/[\w./~%-]*$/.test(one) ? one : JSON.stringify(one));
  const lines = content.split("\n");
  const index = lines.findIndex((line) => line.startsWith(`${field}:`));
  if (index < 0) {
    const mayName = lines.some((line) => line.replace(/^["']/, "").startsWith(field));
    if (mayName || !lines.some((line) => /^[A-Za-z_][\w-]*:/.test(line))) return null;
    const render = (one: string): string => `${field}:${lineBreak}  - ${quote(one)}${lineBreak}`;
    return { at: content.length, render, items: [] };
  }
  const start = offsetOf(lines, index);
  const flow = readFlow(content, start + field.length + 1);
  if (flow !== null || lines[index]!.slice(field.length + 1).trim() !== "") return flow;
  const rest = lines.slice(index + 1);
  const count = rest.findIndex((line) => !/^[ \t]*-[ \t]/.test(line));
  const at = offsetOf(lines, index + 1);
  const items = rest.slice(0, count).map((line, row) => {
    const item = /^([ \t]*-[ \t]+(["']?))([\w./~][^\s"'#\\]*)\2[ \t]*(?:[ \t]#.*)?\r?$/.exec(line);
    if (item === null) return null;
    const from = at + offsetOf(rest, row) + item[1]!.length;
    return { start: from, end: from + item[3]!.length, value: item[3]! };
  });
  const plain = items.filter((one) => one !== null);
  if (plain.length === 0 || plain.length < items.length) return null;
  const indent = /^[ \t]*/.exec(rest[0]!)![0];
  return { at, render: (one) => `${indent}- ${quote(one)}${lineBreak}`, items: plain };
}

/** Root members of TOML stand before the first table. */
function readTomlList(content: string, field: Name, lineBreak: string): List | null {
  const lines = content.split("\n");
  const table = lines.findIndex((line) => /^[ \t]*\[/.test(line));
  const root = table < 0 ? lines : lines.slice(0, table);
  const index = root.findIndex((line) => line.split("=", 1)[0]!.trim() === field && line.includes("="));
  if (index < 0) {
    // What looks like a table may be part of a text or list of several lines.
    const mayName = lines.some((line) => line.trim().replace(/^["']/, "").startsWith(field));
    const render = (one: string): string => `${field} = [${JSON.stringify(one)}]${lineBreak}`;
    return mayName ? null : { at: 0, render, items: [] };
  }
  return readFlow(content, offsetOf(lines, index) + lines[index]!.indexOf("=") + 1);
}

function offsetOf(lines: readonly string[], index: number): number {
  return lines.slice(0, index).reduce((sum, line) => sum + line.length + 1, 0);
}

/** Reads a list in brackets, which gets further items at its start. */
function readFlow(content: string, from: number): List | null {
  const list = /^[ \t]*\[([^[\]]*)\]/.exec(content.slice(from, from + 5_000));
  if (list === null) return null;
  const at = from + list[0].indexOf("[") + 1;
  const items = [...list[1]!.matchAll(/[^\s,"']+/g)].map(({ index, 0: value }) => ({
    ...{ start: at + index, end: at + index + value.length, value },
  }));
  if (items.some(({ value }) => /[\\#]/.test(value))) return null;
  return { at, render: (one) => JSON.stringify(one) + (items.length === 0 ? "" : ", "), items };
}
