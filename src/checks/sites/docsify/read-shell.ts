import { posix } from "node:path";
import type { SiteContext } from "../../model/site.ts";

const textMax = 100_000;
const source = /\bsrc=["']?([^"'\s<>?]{1,300})/i;

export interface Shell {
  /** The page of HTML. */
  html: string;
  /** Script that has the settings. */
  settings: string;
  /** Files that were read. */
  readFrom: string[];
}

/** Reads the page that shows a site by Docsify, and a script beside it that has the settings; else null. */
export async function readShell({ files, read }: SiteContext, path: string): Promise<Shell | null> {
  const readText = async (one: string) => (await read(one)).subarray(0, textMax).toString("utf8");
  const html = await readText(path);
  if (!html.includes("docsify")) return null;
  const scripts = readScripts(html);
  const inline = scripts.find(({ text }) => text.includes("$docsify"));
  if (inline !== undefined) return { html, settings: inline.text, readFrom: [path] };
  for (const { attributes } of scripts) {
    const name = source.exec(attributes)?.[1];
    const file = name === undefined ? "" : posix.join(posix.dirname(path), `./${name}`);
    const text = files.has(file) ? await readText(file) : "";
    if (/\$docsify\s*=/.test(text) && !text.includes("Docsify.version"))
      return { html, settings: text, readFrom: [path, file] };
  }
  return null;
}

function readScripts(html: string): { attributes: string; text: string }[] {
  const [, ...rest] = html.split(/<script(?=[ \t\r\n>])/i);
  return rest.map((one) => {
    const [attributes = ""] = one.split(">", 1);
    const [text = ""] = one.slice(attributes.length + 1).split(/<\/script/i, 1);
    return { attributes, text };
  });
}
