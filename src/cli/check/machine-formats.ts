import type { Finding } from "../../checks/types.ts";
import type { FolderCheck } from "../../folder-check/check-folder.ts";
import { ruleList } from "../../schemas/check-rules.ts";

interface Extras {
  repaired: readonly Finding[];
}

type Format = (check: FolderCheck, extras: Extras) => string;

/** Formats for other programs. */
export const machineFormats: Readonly<Record<"json" | "sarif" | "github" | "junit", Format>> = {
  json: formatJson,
  sarif: formatSarif,
  github: formatGithub,
  junit: formatJunit,
};

function formatJson(check: FolderCheck, { repaired }: Extras): string {
  const { site, otherSites, notJudged, base, durationMs, rules, unchecked } = check;
  const { problems, warnings, fixed, removed, preexisting, unjudged } = check;
  const lists = { problems, warnings, fixed, removed, preexisting, unjudged };
  const counts = Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, list.length]));
  const told = { site, otherSites, base, notJudged, rules, unchecked };
  const document = { counts, ...told, ...lists, repaired, durationMs };
  return `${JSON.stringify(document)}\n`;
}

/** SARIF 2.1.0 (OASIS): lines and columns are 1-based, columns count UTF-16 code units. */
function formatSarif(check: FolderCheck): string {
  const problems = withSeverity(check);
  const rules = [...new Set(problems.map(({ rule }) => rule))].sort();
  const results = problems.map(({ rule, severity, message, path, line, column, suggestion }) => ({
    ruleId: rule,
    level: severity,
    message: { text: suggestion === undefined ? message : `${message} Repair: ${suggestion.new}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: encodeURI(path), uriBaseId: "SRCROOT" },
          region: { startLine: line, startColumn: column },
        },
      },
    ],
  }));
  const driver = {
    name: "Copydesk",
    rules: rules.map((id) => ({ id, shortDescription: { text: ruleList[id].title } })),
  };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  const schema = "https://json.schemastore.org/sarif-2.1.0.json";
  return `${JSON.stringify({ $schema: schema, version: "2.1.0", runs: [run] })}\n`;
}

/** Workflow commands of GitHub Actions, which become annotations on the changed files. */
function formatGithub(check: FolderCheck): string {
  return withSeverity(check)
    .map(({ rule, severity, path, line, column, message, suggestion }) => {
      const hint = suggestion === undefined ? "" : `\nRepair: ${suggestion.new}`;
      const place = `file=${escapeProperty(path)},line=${line},col=${column},title=${escapeProperty(rule)}`;
      return `::${severity} ${place}::${escapeCommand(message + hint)}\n`;
    })
    .join("");
}

function withSeverity({ problems, warnings }: FolderCheck) {
  return [
    ...problems.map((finding) => ({ ...finding, severity: "error" as const })),
    ...warnings.map((finding) => ({ ...finding, severity: "warning" as const })),
  ];
}

function escapeCommand(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeCommand(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** One test case per page with problems, or a single passing one if there are none. */
function formatJunit({ problems, durationMs }: FolderCheck): string {
  const pages = [...Map.groupBy(problems, ({ path }) => path)];
  const cases = pages.map(([path, ofPage]) => {
    const text = ofPage.map(({ line, column, rule, message }) => `${line}:${column} ${message} (${rule})`);
    const first = `${ofPage.length} problem${ofPage.length === 1 ? "" : "s"}`;
    return `    <testcase classname="copydesk" name="${escapeXml(path)}" file="${escapeXml(path)}"><failure message="${first}">${escapeXml(text.join("\n"))}</failure></testcase>`;
  });
  if (cases.length === 0) cases.push('    <testcase classname="copydesk" name="documentation"/>');
  const totals = `tests="${cases.length}" failures="${pages.length}" time="${(durationMs / 1000).toFixed(3)}"`;
  const suite = `  <testsuite name="copydesk check" ${totals}>\n${cases.join("\n")}\n  </testsuite>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${totals}>\n${suite}\n</testsuites>\n`;
}

// XML 1.0 cannot represent most control characters.
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
