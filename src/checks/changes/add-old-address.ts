import type { OldAddressField } from "../model/redirect-table.ts";
import type { TextEdit } from "./edit-text.ts";

/**
 * Returns the edit that adds an earlier address to a page's front matter, in YAML or TOML; null if there is
 * none, or if its list is written in a way that is not known. `now`: the page's new address, which an
 * earlier one may not be.
 */
export function addOldAddress(
  text: string,
  field: OldAddressField,
  { old, now }: { old: string; now: string },
): TextEdit | null {
  const opening = /^(?:---|\+\+\+)[ \t]*\r?\n/.exec(text);
  if (opening === null) return null;
  const start = opening[0].length;
  const mark = opening[0].slice(0, 3);
  const end = text.indexOf(`\n${mark}`, start - 1) + 1;
  if (end === 0) return null;
  const content = text.slice(start, end);
  const lineBreak = opening[0].endsWith("\r\n") ? "\r\n" : "\n";
  const edit =
    mark === "---"
      ? addToYaml(content, field, { old, now, lineBreak })
      : addToToml(content, field, { old, now, lineBreak });
  return edit && { start: start + edit.at, end: start + edit.at, text: edit.text };
}

interface Addition {
  old: string;
  now: string;
  lineBreak: string;
}

type Insertion = { at: number; text: string } | null;

function addToYaml(content: string, field: OldAddressField, { old, now, lineBreak }: Addition): Insertion {
  const value = /^\/[\w./~%-]*$/.test(old) ? old : JSON.stringify(old);
  const found = new RegExp(`^${field}:(.*)\n`, "m").exec(content);
  if (found === null) {
    if (!/^[A-Za-z_][\w-]*:/m.test(content) || new RegExp(`^["']?${field}\\b`, "m").test(content))
      return null;
    return { at: content.length, text: `${field}:${lineBreak}  - ${value}${lineBreak}` };
  }
  const after = found.index + found[0].length;
  const flow = addToFlow(content, found.index + field.length + 1, { value: JSON.stringify(old), now });
  if (flow !== null || found[1]!.trim() !== "") return flow;
  const items = /^(?:[ \t]*-[ \t].*(?:\n|$))+/.exec(content.slice(after));
  if (items === null || names(items[0], now)) return null;
  return { at: after, text: `${/^[ \t]*/.exec(items[0])![0]}- ${value}${lineBreak}` };
}

/** Root members of TOML stand before the first table. */
function addToToml(content: string, field: OldAddressField, { old, now, lineBreak }: Addition): Insertion {
  const table = /^[ \t]*\[/m.exec(content)?.index ?? content.length;
  const value = JSON.stringify(old);
  const found = new RegExp(`^[ \\t]*${field}[ \\t]*=`, "m").exec(content.slice(0, table));
  if (found !== null) return addToFlow(content, found.index + found[0].length, { value, now });
  return { at: 0, text: `${field} = [${value}]${lineBreak}` };
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
