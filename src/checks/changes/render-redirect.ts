import type { RedirectHome } from "../model/redirect-table.ts";

/** A place for redirects in a data file. */
export type DataHome = Exclude<RedirectHome, { kind: "script" }>;

/** Returns where the entry goes in the file, in the style of those beside it. */
export function renderRedirect(
  home: DataHome,
  text: string,
  source: string,
  destination: string,
): { at: number; inserted: string } {
  const lineBreak = text.includes("\r\n") ? "\r\n" : "\n";
  if (home.kind === "yaml-map") {
    const quote = home.isToml ? JSON.stringify : quoteYaml;
    const sign = home.isToml ? " =" : ":";
    const inserted = `${home.indent}${quote(source)}${sign} ${quote(destination)}${lineBreak}`;
    return { at: home.at, inserted };
  }
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  if (home.kind === "json-member") {
    const entry = renderObject(source, destination, unit.repeat(2), unit, lineBreak);
    const inserted = `${lineBreak}${unit}"redirects": [${lineBreak}${entry}${lineBreak}${unit}],`;
    return { at: home.at, inserted };
  }
  const lineStart = text.lastIndexOf("\n", home.at) + 1;
  const outer = /^[ \t]*/.exec(text.slice(lineStart, home.at))?.[0] ?? "";
  const inner = home.isEmpty
    ? outer + unit
    : (/^\[\s*?\n([ \t]*)\{/.exec(text.slice(home.at, home.at + 500))?.[1] ?? outer + unit);
  const entry = renderObject(source, destination, inner, unit, lineBreak);
  return { at: home.at + 1, inserted: `${lineBreak}${entry}${home.isEmpty ? lineBreak + outer : ","}` };
}

function renderObject(
  source: string,
  destination: string,
  indent: string,
  unit: string,
  lineBreak: string,
): string {
  const lines = [
    `${indent}{`,
    `${indent}${unit}"source": ${JSON.stringify(source)},`,
    `${indent}${unit}"destination": ${JSON.stringify(destination)}`,
    `${indent}}`,
  ];
  return lines.join(lineBreak);
}

function quoteYaml(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : JSON.stringify(text);
}
