import { addFrontMatter } from "./add-front-matter.ts";
import type { ChoreOutcome, Steps } from "./chore.ts";
import { deletePage } from "./delete-page.ts";
import { findMissingPlace } from "./find-missing-place.ts";
import { fixBrokenLinks } from "./fix-broken-links.ts";
import type { Instruction } from "./instruction.ts";
import { movePage } from "./move-page.ts";
import { describeRepairs, repairNewFindings } from "./repair-new-findings.ts";
import { replaceEverywhere } from "./replace-everywhere.ts";

/** Runs the instructions; starts none if a place that one of them names is missing. */
export function* runInstructions(
  instructions: readonly Instruction[],
): Steps<ChoreOutcome[] | { missing: string }> {
  const missing = yield* findMissingPlace(instructions);
  if (missing !== null) return { missing };
  const outcomes: ChoreOutcome[] = [];
  for (const instruction of instructions) outcomes.push(yield* runInstruction(instruction));
  return outcomes;
}

function runInstruction(instruction: Instruction): Steps<ChoreOutcome> {
  switch (instruction.kind) {
    case "replace":
      return replaceEverywhere(instruction);
    case "fix-links":
      return fixBrokenLinks(instruction);
    case "move":
      return movePage(instruction);
    case "delete":
      return deletePage(instruction);
    case "add-front-matter":
      return addFrontMatter(instruction);
  }
}

/** Tries once more to repair problems that the change introduced. */
export function* runRepair(): Steps<ChoreOutcome[]> {
  const repairs = yield* repairNewFindings();
  return [{ title: "", ...describeRepairs(repairs) }];
}
