import { z } from "zod";
import { findSource } from "../sources.ts";
import type { SearchHit } from "../types.ts";
import { cutCharacters, cutToBytes, resultBytesMax } from "./cut-text.ts";
import { fitLines } from "./fit-lines.ts";
import { type AgentTool, refused, succeeded, type ToolResult } from "./tool.ts";

const lineCharactersMax = 300;

const schema = z.object({
  pattern: z.string().min(1),
  regex: z.boolean().optional(),
  ignoreCase: z.boolean().optional(),
  glob: z.string().optional(),
  filesOnly: z.boolean().optional(),
  source: z.string().optional(),
  offset: z.number().int().min(0).optional(),
});

export const searchTool: AgentTool<z.infer<typeof schema>> = {
  name: "search",
  description: "Find lines by literal text, or by POSIX extended regex with regex=true.",
  schema,
  readsSources: true,
  async run({ workspace, signal }, { pattern, regex, ignoreCase, glob, filesOnly, offset, source }) {
    if (/[\n\r\0]/.test(pattern)) return refused("the pattern must be a single line");
    const query = {
      pattern,
      literal: !regex,
      ignoreCase: ignoreCase ?? false,
      ...(glob && { glob }),
      ...(filesOnly && { filesOnly }),
    };
    const options = { filesOnly: filesOnly ?? false, offset: offset ?? 0 };
    if (source === undefined) return formatSearch(await workspace.search(query, signal), options);
    const { hits, note } = await findSource(workspace.sources, source).search(query, signal);
    const result = formatSearch(hits, options);
    if (note === null) return result;
    const rest = `\nnote: ${note}`;
    return succeeded(cutToBytes(result.output, resultBytesMax - Buffer.byteLength(rest)) + rest);
  },
};

export function formatSearch(
  hits: readonly SearchHit[],
  options: { filesOnly?: boolean; offset?: number } = {},
): ToolResult {
  const sorted = hits.toSorted((a, b) => comparePaths(a.path, b.path) || a.line - b.line);
  const perFile = new Map<string, number>();
  for (const hit of sorted) perFile.set(hit.path, (perFile.get(hit.path) ?? 0) + 1);
  const header = `${plural(hits.length, "match", "matches")} in ${plural(perFile.size, "file", "files")}`;
  const shown = { header, offset: options.offset };
  if (!options.filesOnly) {
    const format = (hit: SearchHit) => `${hit.path}:${hit.line}: ${cutLine(hit.text)}`;
    return succeeded(fitLines(sorted, { ...shown, format }).text);
  }
  const found = fitLines([...perFile], { ...shown, format: ([path, count]) => `${path} (${count})` });
  const files = found.shown.map(([path, lines]) => ({ path, lines }));
  return succeeded(found.text, { data: { kind: "files", total: perFile.size, files } });
}

function cutLine(text: string): string {
  const line = text.replace(/\r?\n?$/, "");
  return line.length > lineCharactersMax ? `${cutCharacters(line, lineCharactersMax)}…` : line;
}

function comparePaths(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
