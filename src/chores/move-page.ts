import { isPagePath, pageExtension } from "../text/page-path.ts";
import { type ChoreOutcome, callOne, failureReason, type Steps, type ToolAnswer } from "./chore.ts";
import { findPage } from "./find-page.ts";
import type { Instruction } from "./instruction.ts";
import { describeRepairs, repairNewFindings } from "./repair-new-findings.ts";

type MoveInstruction = Extract<Instruction, { kind: "move" }>;

export function* movePage(instruction: MoveInstruction): Steps<ChoreOutcome> {
  const { path: found, possible } = yield* findPage(instruction.from);
  const from = found ?? instruction.from;
  const to = completeTarget(instruction, from);
  const title = `Move ${from} to ${to}`;
  const unmoved = (why: string) => ({ title, paragraphs: [`${why}, so nothing was moved.`], left: [] });
  if (found === to) return unmoved(`The page is already \`${to}\``);
  if (found === null) {
    // It may be a translation that has moved with its page.
    const isThere = possible.length === 0 && (yield* findPage(to)).path === to;
    return isThere
      ? unmoved(`There is no page \`${from}\`, and there is one at \`${to}\``)
      : describeMissing(instruction.from, possible, "moved");
  }
  const { force, alone } = instruction;
  const result = yield* callOne("move", { from, to, ...(force && { force }), ...(alone && { alone }) });
  if (!result.ok) {
    const kind = result.data?.kind;
    const further = {
      linked: `${alone ? " alone" : ""} even if it is linked`,
      translated: ` alone${force ? " even if it is linked" : ""}`,
    };
    const advice =
      kind === "linked" || kind === "translated"
        ? ` To move it all the same: Move ${from} to ${to}${further[kind]}.`
        : "";
    return { title, paragraphs: [`The page was not moved: ${failureReason(result)}.${advice}`], left: [] };
  }
  const { head, notes } = describeChanges(result);
  const repairs = describeRepairs(yield* repairNewFindings());
  return {
    title,
    paragraphs: [`Moved \`${from}\` to \`${to}\` (1 page).${head}`, ...repairs.paragraphs],
    left: [...notes, ...repairs.left],
  };
}

/**
 * Completes the target: into a folder, the page keeps its name; a bare name renames it in place; a missing
 * extension is kept from the source.
 */
function completeTarget({ to, isRename }: MoveInstruction, from: string): string {
  const slash = from.lastIndexOf("/");
  if (to.endsWith("/")) return to + from.slice(slash + 1);
  const path = isRename && !to.includes("/") ? from.slice(0, slash + 1) + to : to;
  return isPagePath(path) ? path : path + (pageExtension.exec(from)?.[0] ?? "");
}

/** Describes the tool's other changes in a sentence, with its notes. */
export function describeChanges({ data }: ToolAnswer): { head: string; notes: string[] } {
  if (data?.kind !== "changes") return { head: "", notes: [] };
  return { head: data.also === "" ? "" : ` Also changed: ${data.also}.`, notes: data.notes };
}

export function describeMissing(path: string, possible: readonly string[], verb: string): ChoreOutcome {
  const reason =
    possible.length > 1
      ? `\`${path}\` can be ${possible.map((file) => `\`${file}\``).join(" or ")}; give the extension`
      : `There is no page \`${path}\``;
  return { title: `No page ${path}`, paragraphs: [`${reason}. Nothing was ${verb}.`], left: [] };
}
