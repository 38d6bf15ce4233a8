import type { Finding } from "../../checks/types.ts";
import type { FolderCheck } from "../../folder-check/check-folder.ts";
import type { RuleState } from "../../schemas/rule-switches.ts";
import type { CliStream } from "../deps.ts";
import { toOneLine } from "../output/format-table.ts";
import { paint } from "../output/paint.ts";
import type { Excerpts } from "./read-excerpts.ts";

interface TextReport {
  check: FolderCheck;
  repaired: readonly Finding[];
  excerpts: Excerpts;
  /** Further lists, which do not count. */
  lists: readonly { title: string; findings: readonly Finding[] }[];
}

const excerptCharacters = 100;
const candidatesMax = 3;

/**
 * Lists findings by page, each with its line and possible repair; then what was not judged, and the totals.
 */
export function formatText(stream: CliStream, { check, repaired, excerpts, lists }: TextReport): string {
  const titled = check.base === null ? "" : `${paint(stream, "bold", "New")}\n\n`;
  const parts = [
    check.problems.length === 0 ? "" : titled + formatPages(stream, check.problems, excerpts),
    ...[{ title: "Warnings", findings: check.warnings }, ...lists]
      .filter(({ findings }) => findings.length > 0)
      .map(
        ({ title, findings }) =>
          `${paint(stream, "bold", title)}\n\n${formatPages(stream, findings, excerpts)}`,
      ),
    repaired.map(({ path, line, suggestion }) => formatRepair(stream, { path, line, suggestion })).join("\n"),
    describeUnjudged(check),
    describeTotals(check, stream),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function formatPages(stream: CliStream, findings: readonly Finding[], excerpts: Excerpts): string {
  return [...Map.groupBy(findings, ({ path }) => path)]
    .map(([path, ofPage]) => {
      const lines = ofPage.flatMap((finding) => formatFinding(stream, finding, excerpts.get(finding)));
      return [paint(stream, "bold", toOneLine(path)), ...lines].join("\n");
    })
    .join("\n\n");
}

function formatFinding(stream: CliStream, finding: Finding, excerpt: string | undefined): string[] {
  const { line, column, message, rule, suggestion, candidates = [] } = finding;
  const place = paint(stream, "red", `${line}:${column}`);
  const said = `  ${place}  ${toOneLine(message)} ${paint(stream, "dim", `(${rule})`)}`;
  const shown = excerpt === undefined ? [] : [paint(stream, "dim", `      | ${cutAround(excerpt, column)}`)];
  if (suggestion !== undefined)
    return [said, ...shown, `      → ${toOneLine(suggestion.new)} (${suggestion.because}; --fix does it)`];
  const named = candidates.slice(0, candidatesMax).map(toOneLine).join(", ");
  return candidates.length === 0 ? [said, ...shown] : [said, ...shown, `      perhaps ${named}`];
}

/** Cuts a long line so that the column stays visible. */
function cutAround(text: string, column: number): string {
  const characters = [...text];
  if (characters.length <= excerptCharacters) return toOneLine(text.trim());
  const from = Math.max(0, Math.min(column - 20, characters.length - excerptCharacters));
  const cut = characters.slice(from, from + excerptCharacters).join("");
  const ahead = from === 0 ? "" : "…";
  const behind = from + excerptCharacters < characters.length ? "…" : "";
  return `${ahead}${toOneLine(cut.trim())}${behind}`;
}

function formatRepair(
  stream: CliStream,
  { path, line, suggestion }: Pick<Finding, "path" | "line" | "suggestion">,
): string {
  const { old = "", new: text = "" } = suggestion ?? {};
  const place = paint(stream, "green", `${toOneLine(path)}:${line}`);
  return `Repaired ${place}  ${toOneLine(old)} → ${toOneLine(text)}`;
}

/** Returns a line for each rule that was not judged, or only in part, and for pages that no rule reads. */
function describeUnjudged({ problems, notJudged, rules, unchecked, unjudged }: FolderCheck): string {
  const said = new Set(notJudged.map(({ rule }) => rule as string));
  const others = rules.filter(({ rule }) => !said.has(rule));
  const ofState = (wanted: RuleState["state"]) => others.filter(({ state }) => state === wanted);
  return [
    ...notJudged.map(({ reason }) => toOneLine(reason)),
    ...ofState("partly").map(({ rule, reason }) => `${rule}: ${toOneLine(reason ?? "")}`),
    ...ofState("not_judged").map(
      ({ rule, reason }) => `${rule}: not judged here, because ${toOneLine(reason ?? "")}`,
    ),
    ...(unjudged.length === 0
      ? []
      : [`--unjudged lists ${count(unjudged.length, "finding")} of these rules`]),
    ...describeUnread(problems),
    ...unchecked.map(
      ({ format, files, example }) =>
        `not checked: ${files} files of ${format}, such as ${toOneLine(example)}`,
    ),
  ].join("\n");
}

function describeUnread(problems: readonly Finding[]): string[] {
  const reasons = Map.groupBy(problems, ({ historyUnread }) => historyUnread);
  reasons.delete(undefined);
  return [...reasons].map(
    ([reason, of]) =>
      `git's history was not fully looked at for ${count(of.length, "repair")}, because ${reason}`,
  );
}

/** Returns one line: the findings, the number of pages, the kind of site, and the time taken. */
export function describeTotals(
  { problems, warnings, fixed, removed, preexisting, base, site, otherSites, durationMs }: FolderCheck,
  stream: Pick<CliStream, "color"> = { color: false },
): string {
  const pages = new Set(problems.map(({ path }) => path)).size;
  const found =
    problems.length === 0
      ? paint(stream, "green", base === null ? "No problem found" : "No new problem")
      : paint(
          stream,
          "red",
          `${count(problems.length, base === null ? "problem" : "new problem")} on ${count(pages, "page")}`,
        );
  const compared =
    base === null
      ? ""
      : `, ${fixed.length} fixed, ${removed.length === 0 ? "" : `${removed.length} removed with the text, `}${preexisting.length} preexisting (compared with ${base.revision}, ${base.commit.slice(0, 10)})`;
  const kind = site.generator === "plain" ? "" : ` ${site.generator}`;
  const warned = warnings.length === 0 ? "" : `, ${count(warnings.length, "warning")}`;
  const others = otherSites.map(
    (one) => `, ${count(one.pageCount, `${one.generator} page`)} below ${one.docsRoot}`,
  );
  return `${found}${warned}${compared}; ${count(site.pageCount, `${kind.trim()} page`.trim())}${others.join("")} in ${(durationMs / 1000).toFixed(2)} s.`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
