import { z } from "zod";
import { globCharactersMax, matchGlob } from "../../text/match-glob.ts";
import { findSource, listSourceFolder } from "../sources.ts";
import { formatList } from "./format-list.ts";
import { plainPath } from "./plain-path.ts";
import type { AgentTool, ToolContext } from "./tool.ts";

const filesMax = 50_000;
const depthMax = 64;

const schema = z.object({
  path: z.string().optional(),
  glob: z.string().max(globCharactersMax).optional(),
  offset: z.number().int().min(0).optional(),
  source: z.string().optional(),
});

export const listTool: AgentTool<z.infer<typeof schema>> = {
  name: "list",
  description: "List one folder, or with glob (`**/*.mdx`) all matching files below it.",
  schema,
  readsSources: true,
  async run(context, { path, glob, offset, source }) {
    const folder = plainPath(path ?? "");
    if (source !== undefined) return formatList(listSource(context, source, { folder, glob }), offset);
    const entries =
      glob === undefined ? await listOne(context, folder) : await listMatching(context, folder, glob);
    return formatList(entries, offset);
  },
};

function listSource(
  { workspace }: ToolContext,
  name: string,
  { folder, glob }: { folder: string; glob: string | undefined },
): string[] {
  const source = findSource(workspace.sources, name);
  if (glob === undefined)
    return listSourceFolder(source, folder).map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
  const isMeant = matcher(folder, glob);
  return [...source.paths()].filter((path) => isBelow(path, folder) && isMeant(path)).slice(0, filesMax);
}

function isBelow(path: string, folder: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}

/** The glob may be relative to the folder or to the repository. */
function matcher(folder: string, glob: string): (path: string) => boolean {
  const matches = matchGlob(glob);
  const prefix = folder === "" ? 0 : folder.length + 1;
  return (path) => matches(path.slice(prefix)) || matches(path);
}

async function listOne({ workspace }: ToolContext, folder: string): Promise<string[]> {
  const entries = await workspace.listFolder(folder);
  return entries.map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
}

async function listMatching(context: ToolContext, folder: string, glob: string): Promise<string[]> {
  const files: string[] = [];
  await collectFiles(context, folder, 0, files);
  return files.filter(matcher(folder, glob)).sort();
}

async function collectFiles(
  context: ToolContext,
  folder: string,
  depth: number,
  files: string[],
): Promise<void> {
  context.signal.throwIfAborted();
  for (const { name, isFolder } of await context.workspace.listFolder(folder)) {
    if (files.length >= filesMax) return;
    const path = folder === "" ? name : `${folder}/${name}`;
    if (!isFolder) files.push(path);
    else if (depth < depthMax) await collectFiles(context, path, depth + 1, files);
  }
}
