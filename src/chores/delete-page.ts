import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { withPeriod } from "../text/with-period.ts";
import { type AppliedFixes, applyFixes, type Fix } from "./apply-fixes.ts";
import { type ChoreOutcome, callOne, failureReason, type Steps, type ToolAnswer } from "./chore.ts";
import { findLinkAround } from "./find-link-around.ts";
import { findPage } from "./find-page.ts";
import type { Instruction } from "./instruction.ts";
import { describeChanges, describeMissing } from "./move-page.ts";
import { processPages } from "./process-pages.ts";
import { describeRepairs, findNewFindings, repairNewFindings } from "./repair-new-findings.ts";
import { readShownTitles, type ShownTitles } from "./shown-titles.ts";
import { count, nameSome } from "./write-finish.ts";

type DeleteInstruction = Extract<Instruction, { kind: "delete" }>;

export function* deletePage(instruction: DeleteInstruction): Steps<ChoreOutcome> {
  const { path, possible } = yield* findPage(instruction.path);
  if (path === null) return describeMissing(instruction.path, possible, "deleted");
  const title = `Delete ${path}`;
  const { links, force, alone } = instruction;
  const takesLinks = links || force;
  const titles = takesLinks ? yield* readTitles(path) : noTitles;
  const input = { path, ...(alone && { alone }) };
  let result = yield* callOne("delete", { ...input, ...(force && { force }) });
  if (links && result.data?.kind === "linked" && result.data.stay === undefined)
    result = yield* callOne("delete", { ...input, force: true });
  if (!result.ok) return { title, paragraphs: [describeRefusal(path, instruction, result)], left: [] };
  const { head, notes } = describeChanges(result);
  const unlinked = takesLinks ? yield* takeLinksOut(titles) : { applied: [], failed: [] };
  const repairs = describeRepairs(yield* repairNewFindings());
  const paragraphs = [`Deleted \`${path}\` (1 page).${head}`];
  const places = unlinked.applied.filter((fix) => fix.new !== "").map((fix) => `${fix.path}:${fix.line}`);
  if (places.length > 0) {
    paragraphs.push(`${count(places.length, "link")} to it became plain text: ${nameSome(places)}.`);
  }
  return {
    title,
    paragraphs: [...paragraphs, ...repairs.paragraphs],
    left: [...notes, ...repairs.left],
  };
}

function describeRefusal(
  path: string,
  { links, force, alone }: DeleteInstruction,
  result: ToolAnswer,
): string {
  const { data } = result;
  const stay = data?.kind === "linked" ? (data.stay ?? []) : [];
  const reason =
    links && stay.length > 0
      ? `what leads to it, or may do so, cannot be taken out in ${nameSome(stay)}; change that first`
      : failureReason(result);
  const all = links || force ? " and its links" : "";
  const linked = stay.length > 0 ? " even if it is linked" : "";
  const advised = {
    linked: `Delete the page ${path}${alone ? " alone" : ""} and its links${linked}`,
    translated: `Delete the page ${path} alone${all}${force ? " even if it is linked" : ""}`,
  };
  const advice =
    data?.kind === "linked" || data?.kind === "translated"
      ? ` To delete it all the same: ${advised[data.kind]}.`
      : "";
  return withPeriod(`The page was not deleted: ${reason}`) + advice;
}

const noTitles: ShownTitles = { page: null, labels: new Map() };

/** Before the page goes. */
function* readTitles(path: string): Steps<ShownTitles> {
  let titles = noTitles;
  yield* processPages([path], {
    *change(page) {
      yield;
      titles = readShownTitles(page);
      return null;
    },
    changed: () => {},
    unreadable: () => {},
  });
  return titles;
}

/** Whether `#name` was the label of the deleted page, which leads to it from any page. */
function isLostLabel(target: string | null, { labels }: ShownTitles): boolean {
  return target?.startsWith("#") === true && labels.has(target.slice(1));
}

/** Turns links that the deletion broke, and that have no other repair, into their text. */
function* takeLinksOut(titles: ShownTitles): Steps<AppliedFixes> {
  const findings = yield* findNewFindings();
  const broken = findings.filter(
    ({ rule, suggestion, target, guess }) =>
      (rule === "internal-link" || (rule === "anchor" && isLostLabel(target, titles))) &&
      suggestion === null &&
      target !== null &&
      guess === null,
  );
  const perPath = Map.groupBy(broken, ({ path }) => path);
  const fixes: Fix[] = [];
  yield* processPages([...perPath.keys()], {
    *change(page) {
      fixes.push(
        ...perPath
          .get(page.path)!
          .flatMap((finding: CheckedFinding) => findLinkAround(page, finding, titles)),
      );
      return null;
    },
    changed: () => {},
    unreadable: () => {},
  });
  return fixes.length > 0 ? yield* applyFixes(fixes) : { applied: [], failed: [] };
}
