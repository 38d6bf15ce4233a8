import { z } from "zod";
import { AppError } from "../../errors.ts";
import type { AgentDeletePlan, AgentWorkspace, FileOperation } from "../types.ts";
import { chooseTranslations } from "./choose-translations.ts";
import { cutToBytes, resultBytesMax } from "./cut-text.ts";
import { listPlaces } from "./list-places.ts";
import { assertWritable, plainPath } from "./plain-path.ts";
import { writePlanned } from "./plan-writes.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

const schema = z.object({
  path: z.string(),
  force: z.boolean().optional(),
  alone: z.boolean().optional(),
});

export const deleteTool: AgentTool<z.infer<typeof schema>> = {
  name: "delete",
  description:
    "Delete a file and its navigation entry; refused while pages link to it, unless force. Its translations go with it, unless alone.",
  schema,
  async run({ workspace, reads, signal }, { path: written, force, alone = false }) {
    const path = plainPath(written);
    await assertWritable(workspace, path, null);
    if (await workspace.isFree(path)) {
      throw new AppError("file_not_found", `${path} does not exist`);
    }
    const plan = await workspace.planDelete(path, signal);
    const asked = { path, verb: "delete" as const, isAlone: alone };
    const chosen = await chooseTranslations(workspace, plan.translations ?? [], asked);
    if (chosen.refusal !== null) return refused(chosen.refusal, { kind: "translated" });
    const paths = [path, ...chosen.moves.map(({ from }) => from)];
    const remaining: AgentDeletePlan["inbound"] = [];
    for (const one of paths) {
      const planned = one === path ? plan : await workspace.planDelete(one, signal);
      remaining.push(...(await remainingLinks(workspace, paths, planned)));
    }
    if (remaining.length > 0 && !force) {
      const stay = remaining.filter(({ isGuess, stays }) => isGuess === true || stays === true);
      const places = stay.map((link) => `${link.path}:${link.line}`);
      const data = { kind: "linked" as const, ...(stay.length > 0 && { stay: [...new Set(places)] }) };
      return refused(describeLinks(path, remaining), data);
    }
    const lines: string[] = [];
    const also = paths.slice(1).map((one) => `${one} (deleted)`);
    const notes: string[] = [];
    const operations: FileOperation[] = [];
    const changedPaths: string[] = [];
    for (const one of paths) {
      const planned = one === path ? plan : await workspace.planDelete(one, signal);
      await workspace.deleteFile(one);
      reads.delete(one);
      const done = await writePlanned(workspace, planned);
      lines.push(`deleted ${one}${done.also === "" ? "" : `; also changed: ${done.also}`}`);
      if (done.also !== "") also.push(done.also);
      notes.push(...done.notes);
      operations.push({ op: "delete", path: one }, ...done.operations);
      changedPaths.push(one, ...done.changedPaths);
      if (paths.length > 1) await workspace.noteChanges(changedPaths);
    }
    notes.push(...chosen.notes);
    lines.push(...notes.map((note) => `note: ${note}`));
    return succeeded(cutToBytes(lines.join("\n"), resultBytesMax), {
      data: { kind: "changes", also: also.join(", "), notes },
      operations,
      changedPaths: [...new Set(changedPaths)],
    });
  },
};

/** Returns the links that the plan does not remove itself, or may not. */
async function remainingLinks(
  workspace: AgentWorkspace,
  paths: readonly string[],
  { inbound, edits }: AgentDeletePlan,
): Promise<AgentDeletePlan["inbound"]> {
  const edited = new Set<string>();
  const closed = new Set<string>();
  for (const { path, text } of edits)
    ((await workspace.refuseWrite(path, text)) === null ? edited : closed).add(path);
  return inbound
    .filter(({ path, isGuess, stays }) => !paths.includes(path) && (isGuess || stays || !edited.has(path)))
    .map((link) => (closed.has(link.path) ? { ...link, stays: true as const } : link));
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
