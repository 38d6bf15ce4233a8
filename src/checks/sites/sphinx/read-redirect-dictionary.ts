import type { RedirectTable } from "../../model/redirect-table.ts";
import { readRedirectLines } from "../shared/read-redirect-lines.ts";
import { readPythonName } from "./read-python.ts";
import { pageName, rediraffeForm, reredirectsForm, withoutEnding } from "./redirect-form.ts";

const text = String.raw`(?:"([^"\\\n]+)"|'([^'\\\n]+)')`;
const entry = new RegExp(
  String.raw`^[ \t]*${text}[ \t]*:[ \t]*${text}[ \t]*(?:,[ \t]*)?(?:#.*)?\r?\n?$`,
  "d",
);
const opening = /^(?:rediraffe_redirects|redirects)[ \t]*=[ \t]*\{[ \t]*(?:#.*)?\r?$/gm;

/**
 * Reads the redirects that `conf.py` writes out as a dictionary, one in each line: those of rediraffe, else
 * those of sphinx_reredirects. Null if there is none, or if it holds anything besides.
 */
export function readRedirectDictionary(path: string, conf: string, source: string): RedirectTable | null {
  const found = [...conf.matchAll(opening)];
  const first =
    found.find(([line]) => line.startsWith("rediraffe")) ??
    (conf.includes("sphinx_reredirects") ? found[0] : undefined);
  if (first === undefined) return null;
  const name = first[0].startsWith("rediraffe") ? "rediraffe_redirects" : "redirects";
  const value = readPythonName(conf, name);
  const at = conf.indexOf("\n", first.index) + 1;
  const entries = readRedirectLines(conf, at, { entry, end: /^[ \t]*\}/ });
  const [example] = entries;
  if (example === undefined || !(value instanceof Map) || value.size !== entries.length) return null;
  const [indent, quote] = /^([ \t]*)(["'])/.exec(conf.slice(example.line.start))!.slice(1);
  const line = (from: string, to: string) => `${indent}${quote}${from}${quote}: ${quote}${to}${quote},`;
  const table = { path, at, lineBreak: first[0].endsWith("\r") ? "\r\n" : "\n" };
  if (name === "rediraffe_redirects") {
    const hasEndings = entries.some(({ to }) => to !== withoutEnding(to));
    const form = rediraffeForm(source, { hasEndings, line });
    return { ...table, entries: entries.map((one) => ({ ...one, from: withoutEnding(one.from) })), form };
  }
  const hasFolders = whichBuilder(entries);
  if (hasFolders === null || entries.some(({ from }) => /[*?[\]]/.test(from))) return null;
  const named = entries.map((one) => ({ ...one, from: pageName(one.from, hasFolders) }));
  return { ...table, entries: named, form: reredirectsForm(source, { hasFolders, line }) };
}

/** Whether the targets are those of the builder for folders; null if they do not show it. */
function whichBuilder(entries: readonly { to: string }[]): boolean | null {
  const own = entries.map(({ to }) => to.replace(/#.*$/s, "")).filter((to) => !/^[a-z]+:/i.test(to));
  if (own.length > 0 && own.every((to) => to.endsWith("/"))) return true;
  return own.length > 0 && own.every((to) => to.endsWith(".html")) ? false : null;
}
