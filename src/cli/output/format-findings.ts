import type { JobChecks } from "../../jobs/get-job-checks.ts";
import type { CliStream } from "../deps.ts";
import { toOneLine } from "./format-table.ts";
import { paint } from "./paint.ts";

const titles = { new: "New problems", fixed: "Fixed problems" } as const;
const styles = { new: "red", fixed: "green" } as const;

/**
 * Returns "New problems:" and a line for each: place, rule, message. Empty if there are none. Lists at most
 * `max`.
 */
export function formatFindings(
  stream: CliStream,
  kind: keyof typeof titles,
  findings: JobChecks["new"],
  max = Number.POSITIVE_INFINITY,
): string {
  if (findings.length === 0) return "";
  const lines = findings.slice(0, max).map(({ path, line, rule, message }) => {
    const place = paint(stream, styles[kind], `${toOneLine(path)}${line == null ? "" : `:${line}`}`);
    return `  ${place}  ${toOneLine(message)} ${paint(stream, "dim", `(${toOneLine(rule)})`)}`;
  });
  if (findings.length > max) lines.push(`  … and ${findings.length - max} more`);
  return `${titles[kind]}:\n${lines.join("\n")}`;
}

/** Returns a line for each rule with links that were not judged. */
export function formatNotJudged(notJudged: JobChecks["notJudged"]): string {
  return notJudged.map(({ reason }) => toOneLine(reason)).join("\n");
}
