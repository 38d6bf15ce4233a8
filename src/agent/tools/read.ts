import { z } from "zod";
import { rememberRead } from "../file-reads.ts";
import { indexLines } from "../index-lines.ts";
import { findSource } from "../sources.ts";
import { formatLines } from "./format-read.ts";
import { plainPath } from "./plain-path.ts";
import { type AgentTool, refused } from "./tool.ts";

const schema = z.object({
  path: z.string(),
  source: z.string().optional(),
  offset: z.number().int().min(1).optional(),
  limit: z.number().int().min(1).optional(),
});

export const readTool: AgentTool<z.infer<typeof schema>> = {
  name: "read",
  description: "Read numbered lines of a file; offset is the first line.",
  schema,
  readsSources: true,
  async run({ workspace, reads, signal }, { path: written, source, offset, limit }) {
    const path = plainPath(written);
    const text =
      source === undefined
        ? await workspace.readText(path)
        : await findSource(workspace.sources, source).readText(path, signal);
    const lines = indexLines(text.replace(/^\uFEFF/, ""));
    if (offset !== undefined && offset > Math.max(1, lines.count)) {
      return refused(`${path} has ${lines.count} lines; offset=${offset} is past the end`);
    }
    if (source === undefined) rememberRead(reads, path, text);
    return formatLines(path, lines, { offset, limit });
  },
};
