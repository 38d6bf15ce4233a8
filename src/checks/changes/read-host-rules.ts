import { posix } from "node:path";
import { type JsonNode, JsonPlaceError, memberOf, parseJsonPlaces } from "../pages/parse-json-places.ts";

interface Extent {
  start: number;
  end: number;
}

/** A rule of a host's file. */
export interface HostRule extends Extent {
  from: string;
  /** Null: it holds for some requests only, or it is no redirect. */
  redirect: { to: string; source: Extent; target: Extent; isTemporary: boolean } | null;
}

/** The rules of a host's file, in order, and how one more is written. */
export interface HostRules {
  rules: HostRule[];
  /** What stands between two rules. */
  joiner: string;
  /** Where the first rule is put if there is none, with what stands around it. */
  first: { at: number; before: string; after: string };
  render(from: string, to: string): string;
}

/** Reads the redirects of a host's file with their places; null if it may not get any, or cannot be read. */
export function readHostRules(path: string, text: string): HostRules | null {
  const name = posix.basename(path);
  if (name === "_redirects") return readLines(text);
  if (name === "netlify.toml") return readToml(text);
  try {
    return readJson(parseJsonPlaces(text), text, name === "firebase.json");
  } catch (error) {
    if (error instanceof JsonPlaceError) return null;
    throw error;
  }
}

const line = /^[ \t]*(\S+)(?:[ \t]+(\S+))?(?:[ \t]+(\S+))?[ \t]*(?:[ \t]#.*)?$/d;

function readLines(text: string): HostRules {
  const rules: HostRule[] = [];
  let start = 0;
  for (const whole of text.split("\n")) {
    const bare = whole.replace(/\r$/, "");
    const found = line.exec(bare);
    if (/^[ \t]*[^#\s]/.test(bare)) {
      const [from = "", to = "", status = ""] = found?.slice(1).map((one) => one ?? "") ?? [bare.trim()];
      const place = (at: number): Extent => {
        const [first, last] = found!.indices![at]!;
        return { start: start + first, end: start + last };
      };
      const isPlain = found !== null && to !== "" && /^(?:30[1278]!?)?$/.test(status);
      const isTemporary = /^30[27]/.test(status);
      rules.push({
        ...{ start, end: start + bare.length, from },
        redirect: isPlain ? { to, source: place(1), target: place(2), isTemporary } : null,
      });
    }
    start += whole.length + 1;
  }
  const lineBreak = lineBreakOf(text);
  const isOpen = text !== "" && !text.endsWith("\n");
  return {
    ...{ rules, joiner: lineBreak },
    first: { at: text.length, before: isOpen ? lineBreak : "", after: lineBreak },
    render: (from, to) => `${from} ${to} 301`,
  };
}

const tomlMember = /^[ \t]*(?:([\w-]+)[ \t]*=[ \t]*(?:"([^"\\\n]*)"|'([^'\n]*)'|(\w+))[ \t]*(?:#.*)?)?\r?$/d;

/** Null where a list of another form, or a text of several lines, makes places uncertain. */
function readToml(text: string): HostRules | null {
  if (/^[ \t]*redirects[ \t]*=|"""|\x27\x27\x27/m.test(text)) return null;
  const rules = findTomlBlocks(text).map(({ start, end }) => readTomlRule(text.slice(start, end), start));
  const lineBreak = lineBreakOf(text);
  const indent = rules[0] === undefined ? "  " : (/\n([ \t]*)|$/.exec(text.slice(rules[0].start))![1] ?? "");
  const isOpen = text !== "" && !text.endsWith("\n");
  const before = (isOpen ? lineBreak : "") + (text === "" ? "" : lineBreak);
  return {
    ...{ rules, joiner: lineBreak + lineBreak },
    first: { at: text.length, before, after: lineBreak },
    render: (from, to) =>
      ["[[redirects]]", `${indent}from = "${from}"`, `${indent}to = "${to}"`, `${indent}status = 301`].join(
        lineBreak,
      ),
  };
}

/** With the tables below each of them. */
function findTomlBlocks(text: string): Extent[] {
  const headers = [...text.matchAll(/^[ \t]*\[(\[?)[ \t]*([\w-]+)(\.?)/gm)];
  return headers.flatMap(({ 1: bracket, 2: name, index: start }, at) => {
    if (bracket === "" || name !== "redirects") return [];
    const after = headers.slice(at + 1).find(([, , other, dot]) => other !== "redirects" || dot === "");
    return { start, end: after?.index ?? text.length };
  });
}

function readTomlRule(block: string, at: number): HostRule {
  const members = new Map<string, { text: string } & Extent>();
  let isPlain = true;
  let end = at;
  let start = at;
  for (const [index, line] of block.split("\n").entries()) {
    const found = /^[ \t]*#/.test(line) ? null : tomlMember.exec(line);
    if (index > 0 && found?.[1] !== undefined) {
      const group = [2, 3, 4].find((one) => found[one] !== undefined)!;
      const [first, last] = found.indices![group]!;
      members.set(found[1], { text: found[group]!, start: start + first, end: start + last });
    } else if (index > 0 && found === null && !/^[ \t]*#/.test(line)) isPlain = false;
    if (/^[ \t]*[^#\s]/.test(line)) end = start + line.trimEnd().length;
    start += line.length + 1;
  }
  const [from, to] = [members.get("from"), members.get("to")];
  const status = members.get("status")?.text ?? "301";
  const isKnown = [...members.keys()].every((key) => ["from", "to", "status", "force"].includes(key));
  const isRedirect = isPlain && isKnown && /^30[1278]$/.test(status);
  return {
    ...{ start: at, end, from: from?.text ?? "" },
    redirect:
      from && to && isRedirect
        ? { to: to.text, source: from, target: to, isTemporary: /^30[27]$/.test(status) }
        : null,
  };
}

function readJson(root: JsonNode, text: string, isFirebase: boolean): HostRules | null {
  const holder = isFirebase ? memberOf(root, "hosting") : root;
  // Vercel takes no redirects beside rules of the old form.
  if (holder?.kind !== "object" || memberOf(holder, "routes") !== null) return null;
  const list = memberOf(holder, "redirects");
  if (list !== null && list.kind !== "array") return null;
  const lineBreak = lineBreakOf(text);
  const items = list?.items ?? [];
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  const indentOf = (at: number) => /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n", at - 1) + 1))![0];
  const outer = list === null ? indentOf(holder.start) + unit : indentOf(list.start);
  const inner = outer + unit;
  const lasting = isFirebase ? `"type": 301` : `"permanent": true`;
  const opening = `${lineBreak}${outer}"redirects": [${lineBreak}${inner}`;
  const isFirst = holder.members.length === 0;
  return {
    rules: items.map((item) => readJsonRule(item, isFirebase)),
    joiner: `,${items[0] === undefined ? "" : text.slice(list!.start + 1, items[0].start)}`,
    first:
      list === null
        ? {
            at: holder.start + 1,
            before: opening,
            after: `${lineBreak}${outer}]${isFirst ? lineBreak : ","}`,
          }
        : { at: list.start + 1, before: lineBreak + inner, after: lineBreak + outer },
    render: (from, to) => `{ "source": "${from}", "destination": "${to}", ${lasting} }`,
  };
}

function readJsonRule(item: JsonNode, isFirebase: boolean): HostRule {
  const [source, target] = [memberOf(item, "source"), memberOf(item, "destination")];
  const status = memberOf(item, isFirebase ? "type" : "statusCode")?.value;
  const isLasting = memberOf(item, "permanent")?.value === true || status === 301 || status === 308;
  const isKnown = item.members.every(({ key }) =>
    /^(?:source|destination|type|permanent|statusCode)$/.test(key),
  );
  const from = typeof source?.value === "string" ? source.value : "";
  const isText = typeof target?.value === "string" && from !== "";
  const inside = ({ start, end }: JsonNode): Extent => ({ start: start + 1, end: end - 1 });
  return {
    ...{ start: item.start, end: item.end, from },
    redirect:
      isText && isKnown
        ? {
            ...{ to: String(target.value), source: inside(source!), target: inside(target) },
            isTemporary: !isLasting,
          }
        : null,
  };
}

function lineBreakOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
