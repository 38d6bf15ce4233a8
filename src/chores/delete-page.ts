import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { withPeriod } from "../text/with-period.ts";
import { type AppliedFixes, applyFixes, type Fix } from "./apply-fixes.ts";
import { type ChoreOutcome, callOne, failureReason, type Steps } from "./chore.ts";
import { findLinkAround } from "./find-link-around.ts";
import { findPage } from "./find-page.ts";
import type { Instruction } from "./instruction.ts";
import { describeChanges, describeMissing } from "./move-page.ts";
import { processPages } from "./process-pages.ts";
import { describeRepairs, findNewFindings, repairNewFindings } from "./repair-new-findings.ts";
import { readShownTitles, type ShownTitles } from "./shown-titles.ts";
import { count, nameSome } from "./write-finish.ts";

export function* deletePage(instruction: Extract<Instruction, { kind: "delete" }>): Steps<ChoreOutcome> {
  const { path, possible } = yield* findPage(instruction.path);
  if (path === null) return describeMissing(instruction.path, possible, "deleted");
  const title = `Delete ${path}`;
  const titles = instruction.force ? yield* readTitles(path) : noTitles;
  const { force, alone } = instruction;
  const result = yield* callOne("delete", { path, ...(force && { force }), ...(alone && { alone }) });
  if (!result.ok) {
    const links = force ? " and its links" : "";
    const advised = {
      linked: `Delete the page ${path}${alone ? " alone" : ""} and its links`,
      translated: `Delete the page ${path} alone${links}`,
    };
    const kind = result.data?.kind;
    const advice =
      kind === "linked" || kind === "translated" ? ` To delete it all the same: ${advised[kind]}.` : "";
    const reason = withPeriod(`The page was not deleted: ${failureReason(result)}`);
    return { title, paragraphs: [`${reason}${advice}`], left: [] };
  }
  const { head, notes } = describeChanges(result);
  const unlinked = instruction.force ? yield* takeLinksOut(titles) : { applied: [], failed: [] };
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

/** Turns links that the deletion broke, and that have no other repair, into their text. */
function* takeLinksOut(titles: ShownTitles): Steps<AppliedFixes> {
  const findings = yield* findNewFindings();
  const broken = findings.filter(
    ({ rule, suggestion, target, guess }) =>
      rule === "internal-link" && suggestion === null && target !== null && guess === null,
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
