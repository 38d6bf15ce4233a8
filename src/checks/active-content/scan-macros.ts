import { findRawRanges } from "../../markdown/ranges.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import type { ActiveItem } from "./active-item.ts";
import { scanFileIncludes } from "./scan-file-includes.ts";
import { addFile } from "./scan-named-files.ts";

/** Info strings of fences that a build or a browser runs, in the forms of several generators. */
const runs =
  /^\{[ \t]*(?:python|r|julia|ojs|observable|bash|sh|sql|node|js|code-cell|jupyter-execute|eval-rst|raw|exec|include|literalinclude)\b|\b(?:exec=?|live|noInline|playground)\b/i;

/** Which templates a generator runs in code as well: shortcodes (Hugo), or the tags of Liquid (Jekyll). */
export type CodeTemplates = "shortcodes" | "liquid" | null;

/**
 * Finds shortcodes, template tags, includes and fences that run. `text` is the whole text: most of these are
 * read before Markdown is.
 */
export function scanMacros(
  text: string,
  visible: string,
  { isMdx, inCode }: { isMdx: boolean; inCode: CodeTemplates },
): ActiveItem[] {
  const items: ActiveItem[] = [];
  if (!isMdx) {
    const run = inCode === "liquid" ? withoutRaw(text) : text;
    const read = inCode === null ? visible : run;
    scanShortcodes(read, items);
    scanExpressions(inCode === "liquid" ? run : visible, items);
    addArguments(read, items);
  }
  items.push(...scanFileIncludes(text, visible));
  scanFences(text, items);
  return items;
}

function withoutRaw(text: string): string {
  let rest = "";
  let end = 0;
  for (const range of findRawRanges(text)) {
    rest += text.slice(end, range.start) + " ".repeat(range.end - range.start);
    end = range.end;
  }
  return rest + text.slice(end);
}

/** Tags with the name of a file as their first argument. */
const takesFile = /^(?:include|include_relative|import|from|extends|embed|render|readfile|partial)$/;

function scanShortcodes(text: string, items: ActiveItem[]): void {
  for (const { index: at, 1: open, 2: body } of text.matchAll(/\{(\{[<%]|%)([^\n{}]{0,400})/g)) {
    const words = body!.replace(/^[-+\s]+/, "").split(/\s+/);
    const name = trimEndCharacters(words[0]!, ">%}");
    if (name === "" || name.startsWith("/") || name.startsWith("#")) continue;
    const whole = takesFile.test(name) ? `${name} ${words[1] ?? ""}` : name;
    items.push({ kind: "macro", key: `macro ${open} ${whole}`, at, what: `the macro ${whole}`, name });
  }
}

/** Files that the arguments of shortcodes and tags name, which may be on other lines. */
function addArguments(text: string, items: ActiveItem[]): void {
  for (const { index, 1: body } of text.matchAll(/\{(?:\{[<%]|%)((?:(?![%>]\}).){0,4000})/gs)) {
    const words = body!.split(/[\s"'`=(),|]+/).filter((word) => word !== "");
    if (takesFile.test(words[0] ?? "")) continue;
    for (const word of words) addFile(items, word, index);
  }
}

/** `{{ name… }}` of Jinja, Liquid or Vue: the build decides what it stands for. */
function scanExpressions(text: string, items: ActiveItem[]): void {
  for (const { index: at, 1: body } of text.matchAll(/\{\{(?![<%{])([^\n{}]{0,400})\}\}/g)) {
    const isCode =
      /[(`=]|__|\b(?:process|window|document|globalThis|config|request|environ|import|require)\b/.test(body!);
    const [name = ""] = /[A-Za-z_$][\w$]*/.exec(body!) ?? [];
    if (name === "") continue;
    const key = isCode ? body!.trim() : name;
    items.push({ kind: "macro", key: `{{ ${key} }}`, at, what: `the expression {{ ${key} }}`, name });
  }
}

function scanFences(text: string, items: ActiveItem[]): void {
  for (const { index, 1: indent, 2: info } of text.matchAll(
    /^([ \t>*+-]{0,40})(?:`{3,20}|~{3,20})([^\n`]{1,300})/gm,
  )) {
    const words = info!.trim();
    if (!runs.test(words)) continue;
    const at = index + indent!.length;
    items.push({
      kind: "macro",
      key: `fence ${words}`,
      at,
      what: `a block of code that runs (${words.slice(0, 60)})`,
    });
  }
}
