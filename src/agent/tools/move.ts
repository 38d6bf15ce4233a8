import { z } from "zod";
import { AppError } from "../../errors.ts";
import { countOf } from "../../text/count-of.ts";
import type { AgentInboundLink, AgentPlan, FileOperation } from "../types.ts";
import { chooseTranslations } from "./choose-translations.ts";
import { cutToBytes, resultBytesMax } from "./cut-text.ts";
import { listPlaces } from "./list-places.ts";
import { assertWritable, plainPath } from "./plain-path.ts";
import { writePlanned } from "./plan-writes.ts";
import { type AgentTool, refused, succeeded, type ToolContext } from "./tool.ts";

const schema = z.object({
  from: z.string(),
  to: z.string(),
  force: z.boolean().optional(),
  alone: z.boolean().optional(),
});

export const moveTool: AgentTool<z.infer<typeof schema>> = {
  name: "move",
  description:
    "Move a file; rewrites links to it, navigation and redirects; refused while other links may lead to it, unless force. Its translations move along, unless alone.",
  schema,
  async run(context, input) {
    const { workspace, signal } = context;
    const from = plainPath(input.from);
    const to = plainPath(input.to);
    await assertWritable(workspace, from, null);
    await assertWritable(workspace, to);
    if (from === to) return refused("from and to are the same path");
    if (await workspace.isFree(from)) {
      throw new AppError("file_not_found", `${from} does not exist`);
    }
    if (!(await workspace.isFree(to))) return refused(`${to} exists already`);
    const plan = await workspace.planMove(from, to, signal);
    if (plan.refusal !== undefined) return refused(plan.refusal);
    const isAlone = input.alone === true;
    const { firstMoves = [], unclear } = plan;
    const chosen = await chooseTranslations(workspace, firstMoves, { path: from, verb: "move", isAlone });
    const { moves, notes, refusal } = chosen;
    if (refusal !== null) return refused(refusal, chosen.isOfMenus ? { kind: "translated" } : undefined);
    for (const one of moves) unclear.push(...(await workspace.planMove(one.from, one.to, signal)).unclear);
    if (unclear.length > 0 && !input.force) return refused(describeLinks(from, unclear), { kind: "linked" });
    const done: Moved = { lines: [], also: [], notes: [], operations: [], changedPaths: [] };
    for (const one of moves) {
      await moveOne(context, one, await workspace.planMove(one.from, one.to, signal), done);
      await workspace.noteChanges(done.changedPaths);
    }
    const isChanged = moves.length > 0;
    await moveOne(context, { from, to }, isChanged ? await workspace.planMove(from, to, signal) : plan, done);
    done.notes.push(...notes);
    const lines = [...done.lines, ...done.notes.map((note) => `note: ${note}`)];
    const also = [...moves.map((one) => one.to), ...done.also].join(", ");
    return succeeded(cutToBytes(lines.join("\n"), resultBytesMax), {
      data: { kind: "changes", also, notes: done.notes },
      operations: done.operations,
      changedPaths: [...new Set(done.changedPaths)],
    });
  },
};

interface Moved {
  lines: string[];
  also: string[];
  notes: string[];
  operations: FileOperation[];
  changedPaths: string[];
}

async function moveOne(
  { workspace, reads }: ToolContext,
  { from, to }: { from: string; to: string },
  plan: AgentPlan,
  done: Moved,
): Promise<void> {
  await workspace.moveFile(from, to);
  const known = reads.get(from);
  reads.delete(from);
  if (known !== undefined) reads.set(to, known);
  const { also, notes, operations, changedPaths } = await writePlanned(workspace, plan);
  done.lines.push(`moved ${from} to ${to}${also === "" ? "" : `; also changed: ${also}`}`);
  if (also !== "") done.also.push(also);
  done.notes.push(...notes);
  done.operations.push({ op: "move", from, to }, ...operations);
  done.changedPaths.push(from, to, ...changedPaths);
}

function describeLinks(from: string, links: readonly AgentInboundLink[]): string {
  // A page and its translations may each be what a link leads to.
  const distinct = new Set(links.map(({ path, line, target }) => `${path}:${line} ${target}`));
  const count = countOf([...distinct], "link");
  return `${count} may point at ${from} or depend on its place, and where they lead is not judged: ${listPlaces(links)}; change them first or set force`;
}
