import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { AgentDeletePlan } from "../types.ts";
import { cutToBytes, resultBytesMax } from "./cut-text.ts";
import { listPlaces } from "./list-places.ts";
import { assertWritable, plainPath } from "./plain-path.ts";
import { writePlanned } from "./plan-writes.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

const schema = z.object({ path: z.string(), force: z.boolean().optional() });

export const deleteTool: AgentTool<z.infer<typeof schema>> = {
  name: "delete",
  description: "Delete a file and its navigation entry; refused while pages link to it, unless force.",
  schema,
  async run({ workspace, reads, signal }, { path: written, force }) {
    const path = plainPath(written);
    await assertWritable(workspace, path, null);
    if (await workspace.isFree(path)) {
      throw new AppError("file_not_found", `${path} does not exist`);
    }
    const plan = await workspace.planDelete(path, signal);
    const remaining = remainingLinks(path, plan);
    if (remaining.length > 0 && !force) return refused(describeLinks(path, remaining), { kind: "linked" });
    await workspace.deleteFile(path);
    reads.delete(path);
    const done = await writePlanned(workspace, plan);
    const lines = [
      `deleted ${path}${done.also === "" ? "" : `; also changed: ${done.also}`}`,
      ...done.notes.map((note) => `note: ${note}`),
    ];
    return succeeded(cutToBytes(lines.join("\n"), resultBytesMax), {
      data: { kind: "changes", also: done.also, notes: done.notes },
      operations: [{ op: "delete", path }, ...done.operations],
      changedPaths: [path, ...done.changedPaths],
    });
  },
};

/** Returns the links that the plan does not remove itself. */
function remainingLinks(path: string, { inbound, edits }: AgentDeletePlan): AgentDeletePlan["inbound"] {
  const edited = new Set(edits.map((edit) => edit.path));
  return inbound.filter((link) => link.path !== path && !edited.has(link.path));
}

function describeLinks(path: string, links: AgentDeletePlan["inbound"]): string {
  const guesses = links.filter(({ isGuess }) => isGuess).length;
  const verb = guesses === 0 ? "" : guesses === links.length ? " may" : " (not all judged) may";
  const count =
    links.length === 1
      ? `1 link${verb === "" ? " points" : `${verb} point`}`
      : `${links.length} links${verb} point`;
  return `${count} at ${path}: ${listPlaces(links)}; change them first or set force`;
}
