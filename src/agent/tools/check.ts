import { z } from "zod";
import { pageExtension } from "../../text/page-path.ts";
import type { AgentCheckReport, AgentFinding } from "../types.ts";
import { oneLine } from "./cut-text.ts";
import { fitLines } from "./fit-lines.ts";
import { plainPath } from "./plain-path.ts";
import { type AgentTool, succeeded, type ToolResult } from "./tool.ts";
import type { CheckedFinding } from "./tool-data.ts";

const candidatesMax = 20;

const schema = z.object({
  /** Folder or page, with or without extension; findings elsewhere are left out. */
  path: z.string().optional(),
  rule: z.string().optional(),
  offset: z.number().int().min(0).optional(),
  /** Also searches git's history for moved targets; it may have to be fetched. */
  history: z.boolean().optional(),
});

export const checkTool: AgentTool<z.infer<typeof schema>> = {
  name: "check",
  description:
    "Check the whole site, or only list `path`: links, anchors, images, navigation, syntax. `new` = caused by your changes. `history`: repairs from git too.",
  schema,
  async run({ workspace, signal }, { path = "", rule, offset, history }) {
    const scope = plainPath(path);
    return formatCheck(await workspace.check(signal, { history }), { scope, rule, offset });
  },
};

export function formatCheck(
  report: AgentCheckReport,
  { scope = "", rule, offset }: { scope?: string; rule?: string; offset?: number } = {},
): ToolResult {
  const isInScope = ({ path }: AgentFinding) =>
    scope === "" ||
    path === scope ||
    path.startsWith(`${scope}/`) ||
    path.replace(pageExtension, "") === scope;
  const select = (findings: AgentFinding[]) =>
    findings.filter((one) => isInScope(one) && (rule === undefined || one.rule === rule));
  const [added, fixed, preexisting] = [report.new, report.fixed, report.preexisting].map(select);
  const notJudged = report.notJudged.map(({ reason }) => oneLine(reason));
  const warnings = select(report.warnings ?? []);
  const warned = warnings.length === 0 ? "" : `; ${warnings.length} warnings`;
  const header = `new ${added!.length}, fixed ${fixed!.length}, preexisting ${preexisting!.length}${warned}${notJudged.map((reason) => `; ${reason}`).join("")}`;
  const count = added!.length;
  const all = [...added!, ...preexisting!].map((finding, index) => ({ finding, isNew: index < count }));
  const format = ({ finding, isNew }: { finding: AgentFinding; isNew: boolean }) =>
    formatFinding(isNew ? "new" : "preexisting", finding);
  const { text, shown } = fitLines(all, { header, offset, format });
  const findings = shown.map(({ finding, isNew }) => toData(finding, isNew));
  return succeeded(text, {
    data: { kind: "findings", new: count, preexisting: preexisting!.length, notJudged, findings },
  });
}

function toData(finding: AgentFinding, isNew: boolean): CheckedFinding {
  const { rule, path, line, column, message, target = null, suggestion, candidates = [], guess } = finding;
  return {
    ...{ isNew, rule, path, line, column, message: oneLine(message), target },
    suggestion: suggestion ? { old: suggestion.old, new: suggestion.new } : null,
    candidates: suggestion ? [] : candidates.slice(0, candidatesMax),
    guess: guess ?? null,
  };
}

/** Formats a finding as one line; target, suggestion and candidates are JSON, so that any text survives. */
export function formatFinding(state: "new" | "preexisting", finding: AgentFinding): string {
  const { rule, path, line, column, message, target, suggestion, candidates, guess, historyUnread } = finding;
  let text = `${state} ${rule} ${path}:${line}:${column} ${oneLine(message)}`;
  if (target !== undefined) text += ` | target ${JSON.stringify(target)}`;
  if (guess) text += ` | may lead to ${JSON.stringify(guess)}`;
  if (suggestion) {
    const because = oneLine(suggestion.because);
    text += ` | suggest ${JSON.stringify(suggestion.old)} -> ${JSON.stringify(suggestion.new)} (${because})`;
  } else if (candidates && candidates.length > 0) {
    text += ` | candidates ${JSON.stringify(candidates.slice(0, candidatesMax))}`;
  }
  if (!suggestion && historyUnread) text += ` | history not looked at: ${oneLine(historyUnread)}`;
  return text;
}
