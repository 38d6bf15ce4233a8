import { z } from "zod";
import { rememberRead } from "../file-reads.ts";
import { readTextFile } from "../workspace-files.ts";
import { formatRead } from "./format-read.ts";
import { plainPath } from "./plain-path.ts";
import { splitLines } from "./split-lines.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

const schema = z.object({
  path: z.string(),
  offset: z.number().int().min(1).optional(),
  limit: z.number().int().min(1).optional(),
});

export const readTool: AgentTool<z.infer<typeof schema>> = {
  name: "read",
  description: "Read numbered lines of a file; offset is the first line.",
  schema,
  async run({ workspace, reads }, { path: written, offset, limit }) {
    const path = plainPath(written);
    const text = await readTextFile(workspace.directory, path);
    const count = splitLines(text.replace(/^\uFEFF/, "")).length;
    if (offset !== undefined && offset > Math.max(1, count)) {
      return refused(`${path} has ${count} lines; offset=${offset} is past the end`);
    }
    rememberRead(reads, path, text);
    return succeeded(formatRead(path, text, { offset, limit }));
  },
};
