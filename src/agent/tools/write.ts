import { z } from "zod";
import { usualLineEnd } from "../apply-edits.ts";
import { findStaleRead, rememberRead } from "../file-reads.ts";
import { indexLines } from "../index-lines.ts";
import { cutToBytes, resultBytesMax } from "./cut-text.ts";
import { findProblem } from "./find-problem.ts";
import { assertWritable, plainPath } from "./plain-path.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

const schema = z.object({ path: z.string(), content: z.string() });

export const writeTool: AgentTool<z.infer<typeof schema>> = {
  name: "write",
  description: "Write a whole file: a new one, or one that you have read. Prefer edit.",
  schema,
  async run(context, { path: written, content }) {
    const { workspace, reads } = context;
    const path = plainPath(written);
    await assertWritable(workspace, path);
    const before = await workspace.readTextIfPresent(path);
    const stale = before === null ? null : findStaleRead(reads, path, before);
    if (stale !== null) return refused(stale);
    const text = before === null ? content : keepEncoding(before, content);
    await assertWritable(workspace, path, text);
    await workspace.writeText(path, text);
    rememberRead(reads, path, text);
    const warning = await findProblem(context, path, text);
    const done = `${path} written (${indexLines(text).count} lines)`;
    return succeeded(cutToBytes(warning === null ? done : `${done}\nwarning: ${warning}`, resultBytesMax), {
      operations: [{ op: "write", path, text }],
      changedPaths: [path],
    });
  },
};

/** Keeps what `read` does not show: the byte order mark and CRLF line ends. */
function keepEncoding(before: string, content: string): string {
  const text = content.replace(/^\uFEFF/, "").replace(/\r?\n/g, usualLineEnd(before));
  return before.startsWith("\uFEFF") ? `\uFEFF${text}` : text;
}
