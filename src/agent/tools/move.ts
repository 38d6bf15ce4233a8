import { z } from "zod";
import { AppError } from "../../errors.ts";
import { countOf } from "../../text/count-of.ts";
import type { AgentInboundLink } from "../types.ts";
import { cutToBytes, resultBytesMax } from "./cut-text.ts";
import { listPlaces } from "./list-places.ts";
import { assertWritable, plainPath } from "./plain-path.ts";
import { writePlanned } from "./plan-writes.ts";
import { type AgentTool, refused, succeeded } from "./tool.ts";

const schema = z.object({ from: z.string(), to: z.string(), force: z.boolean().optional() });

export const moveTool: AgentTool<z.infer<typeof schema>> = {
  name: "move",
  description:
    "Move a file; rewrites links to it, navigation and redirects; refused while other links may lead to it, unless force.",
  schema,
  async run({ workspace, reads, signal }, input) {
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
    if (plan.unclear.length > 0 && !input.force)
      return refused(describeLinks(from, plan.unclear), { kind: "linked" });
    await workspace.moveFile(from, to);
    const known = reads.get(from);
    reads.delete(from);
    if (known !== undefined) reads.set(to, known);
    const written = await writePlanned(workspace, plan);
    const lines = [
      `moved ${from} to ${to}${written.also === "" ? "" : `; also changed: ${written.also}`}`,
      ...written.notes.map((note) => `note: ${note}`),
    ];
    return succeeded(cutToBytes(lines.join("\n"), resultBytesMax), {
      data: { kind: "changes", also: written.also, notes: written.notes },
      operations: [{ op: "move", from, to }, ...written.operations],
      changedPaths: [from, to, ...written.changedPaths.filter((path) => path !== to)],
    });
  },
};

function describeLinks(from: string, links: readonly AgentInboundLink[]): string {
  const count = countOf(links, "link");
  return `${count} may point at ${from} or depend on its place, and where they lead is not judged: ${listPlaces(links)}; change them first or set force`;
}
