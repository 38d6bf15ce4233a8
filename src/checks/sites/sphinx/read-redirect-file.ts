import { posix } from "node:path";
import type { RedirectTable } from "../../model/redirect-table.ts";
import type { SiteContext } from "../../model/site.ts";
import { readRedirectLines } from "../shared/read-redirect-lines.ts";
import { readPythonName } from "./read-python.ts";
import { rediraffeForm, withoutEnding } from "./redirect-form.ts";

const word = String.raw`(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'#]\S*))`;
const entry = new RegExp(String.raw`^[ \t]*${word}[ \t]+${word}[ \t]*\r?\n?$`, "d");

/**
 * Reads the file that `rediraffe_redirects` of `conf.py` names: in each line the old and the current file of
 * a page below `source`, with or without ending (https://sphinxext-rediraffe.readthedocs.io). Null if there
 * is none.
 */
export async function readRedirectFile(
  { files, read }: SiteContext,
  configuration: string,
  source: string,
): Promise<RedirectTable | null> {
  const named = readPythonName(configuration, "rediraffe_redirects");
  if (typeof named !== "string") return null;
  const path = posix.join(source, named);
  if (!files.has(path)) return null;
  const text = (await read(path)).toString("utf8");
  const lines = readRedirectLines(text, 0, { entry });
  const entries = lines.map((line) => ({ ...line, from: withoutEnding(line.from) }));
  const last = entries.at(-1)?.line;
  const at = last === undefined ? 0 : text.endsWith("\n") ? last.end : last.start;
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  const hasEndings = entries.length === 0 || entries.some(({ to }) => to !== withoutEnding(to));
  const isQuoted = entries.length === 0 || /^[ \t]*"/m.test(text);
  const word = (one: string) => (isQuoted || /\s/.test(one) ? `"${one}"` : one);
  const line = (from: string, to: string) => `${word(from)} ${word(to)}`;
  return { path, at, lineBreak, entries, form: rediraffeForm(source, { hasEndings, line }) };
}
