import { z } from "zod";
import { runInSlices } from "../../text/run-in-slices.ts";
import { applyEditsSliced, type EditResult } from "../apply-edits.ts";
import { findStaleRead, rememberRead } from "../file-reads.ts";
import type { FileOperation } from "../types.ts";
import { findProblem } from "./find-problem.ts";
import { formatEdited } from "./format-edit.ts";
import { assertWritable, plainPath } from "./plain-path.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

/** Recorded size of a replacement, not counting its texts. */
const replacementCharacters = 28;
const wholeFileMin = 65_536;

const schema = z.object({
  path: z.string(),
  edits: z
    .array(z.object({ old: z.string(), new: z.string(), all: z.boolean().optional() }))
    .min(1)
    .max(500),
});

export const editTool: AgentTool<z.infer<typeof schema>> = {
  name: "edit",
  description:
    "Replace text in a file that you have read. Each `old` must occur once (or set all) and refers to the text before this call. All edits apply, or none.",
  schema,
  async run(context, { path: written, edits }) {
    const { workspace, reads } = context;
    const path = plainPath(written);
    await assertWritable(workspace, path);
    const before = await workspace.readText(path);
    const stale = findStaleRead(reads, path, before);
    if (stale !== null) return refused(stale);
    const result = await runInSlices(applyEditsSliced(before, edits), context.signal);
    if (!result.ok) return refused(result.reason);
    await assertWritable(workspace, path, result.text);
    await workspace.writeText(path, result.text);
    rememberRead(reads, path, result.text);
    const warning = await findProblem(context, path, result.text);
    return succeeded(formatEdited(path, edits.length, warning), {
      operations: [recordEdit(path, result)],
      changedPaths: [path],
    });
  },
};

/** If very many places change, the whole file takes less space in the record. */
function recordEdit(path: string, { text, replacements }: EditResult & { ok: true }): FileOperation {
  const isLarge = replacements.length * replacementCharacters > text.length + wholeFileMin;
  return isLarge ? { op: "write", path, text } : { op: "replace", path, edits: replacements };
}
