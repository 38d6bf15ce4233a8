import { applyEdits } from "../../src/agent/apply-edits.ts";
import { formatCheck } from "../../src/agent/tools/check.ts";
import { formatEdited } from "../../src/agent/tools/format-edit.ts";
import { formatList } from "../../src/agent/tools/format-list.ts";
import { formatRead } from "../../src/agent/tools/format-read.ts";
import { formatSearch } from "../../src/agent/tools/search.ts";
import type { AgentCheckReport, AgentFinding } from "../../src/agent/types.ts";
import type { ToolCall } from "../../src/chores/chore.ts";
import { scanPage } from "../../src/markdown/scan-page.ts";
import { matchGlob } from "../../src/text/match-glob.ts";

/** For tests: a site in memory and tools whose results are those of older versions, which had words only. */
export interface MemorySite {
  files: Map<string, string>;
  call(call: ToolCall): string;
}

// biome-ignore lint/suspicious/noExplicitAny: arguments of any tool
type Input = any;

export function createMemorySite(
  pages: Record<string, string>,
  suggest: (finding: AgentFinding, files: Map<string, string>) => AgentFinding = (finding) => finding,
  notJudged: AgentCheckReport["notJudged"] = [],
): MemorySite {
  const files = new Map(Object.entries(pages));
  const find = () => findProblems(files).map((finding) => suggest(finding, files));
  const baseline = new Set(find().map(nameOf));
  const check = () => {
    const found = find();
    const names = new Set(found.map(nameOf));
    const fixed = [...baseline].filter((name) => !names.has(name)).map(() => found[0]!);
    return {
      new: found.filter((finding) => !baseline.has(nameOf(finding))),
      fixed,
      preexisting: found.filter((finding) => baseline.has(nameOf(finding))),
      notJudged,
    };
  };
  const tools: Record<string, (input: Input) => string> = {
    list: ({ path, glob, offset }) => {
      const paths = listPaths(files, path, glob);
      return path && paths.length === 0
        ? `error: there is no folder ${path}`
        : formatList(paths, offset).output;
    },
    search: ({ pattern, filesOnly, offset }) =>
      formatSearch(findLines(files, pattern), { filesOnly, offset }).output,
    read: ({ path, offset, limit }) =>
      files.has(path)
        ? formatRead(path, files.get(path)!, { offset, limit }).output
        : `error: there is no ${path}`,
    edit: ({ path, edits }) => {
      if (path.startsWith("protected/")) return `error: ${path} is a protected path`;
      const result = applyEdits(files.get(path) ?? "", edits);
      if (!result.ok) return `error: ${result.reason}`;
      files.set(path, result.text);
      return formatEdited(path, edits.length, null);
    },
    move: ({ from, to }) => {
      if (files.has(to)) return `error: ${to} exists`;
      files.set(to, files.get(from)!);
      files.delete(from);
      return `moved ${from} to ${to}; also changed: docs.json (navigation)\nnote: one link is ambiguous`;
    },
    delete: ({ path, force }) => {
      const inbound = findLinksTo(files, path);
      if (inbound.length > 0 && !force) {
        return `error: ${inbound.length} links point at ${path}: ${inbound.join(", ")}; change them first or set force`;
      }
      files.delete(path);
      return `deleted ${path}`;
    },
    check: ({ path, rule, offset }) => formatCheck(check(), { scope: path, rule, offset }).output,
  };
  return { files, call: ({ name, input }) => tools[name]!(input) };
}

function listPaths(files: Map<string, string>, path: string | undefined, glob: string | undefined): string[] {
  const paths = [...files.keys()].sort();
  if (glob !== undefined) return paths.filter(matchGlob(glob));
  const prefix = path === undefined ? "" : `${path}/`;
  const below = paths.filter((file) => file.startsWith(prefix)).map((file) => file.slice(prefix.length));
  return [...new Set(below.map((name) => name.replace(/\/.*/, "/")))];
}

function findLines(files: Map<string, string>, pattern: string) {
  return [...files].flatMap(([path, text]) =>
    text
      .split("\n")
      .map((line, index) => ({ path, line: index + 1, text: line }))
      .filter((hit) => hit.text.includes(pattern)),
  );
}

function findLinksTo(files: Map<string, string>, path: string): string[] {
  return [...files].flatMap(([from, text]) =>
    readLinks(from, text)
      .filter((link) => resolve(from, link.target.split("#")[0]!) === path)
      .map((link) => `${from}:${link.line}`),
  );
}

function readLinks(path: string, text: string) {
  return scanPage(text, { mdx: path.endsWith(".mdx") }).links.filter(({ target }) => !target.includes(":"));
}

function resolve(from: string, target: string): string {
  return target === "" ? from : new URL(target, `file:///${from}`).pathname.slice(1);
}

function findProblems(files: Map<string, string>): AgentFinding[] {
  const findings: AgentFinding[] = [];
  for (const [path, text] of files) {
    if (!/\.mdx?$/.test(path)) continue;
    const open = text.indexOf("{{{");
    if (open >= 0) findings.push({ rule: "mdx-syntax", path, line: 1, column: 1, message: "unclosed {" });
    for (const { target, line, column } of readLinks(path, text)) {
      const [page, fragment] = target.split("#") as [string, string | undefined];
      const to = resolve(path, page);
      const place = { path, line, column, target };
      if (!files.has(to)) findings.push({ rule: "internal-link", ...place, message: `no page ${to}` });
      else if (fragment && !anchorsOf(to, files.get(to)!).has(fragment)) {
        findings.push({ rule: "anchor", ...place, message: `no anchor ${fragment}` });
      }
    }
  }
  return findings;
}

function anchorsOf(path: string, text: string): Set<string> {
  const { headings, anchors } = scanPage(text, { mdx: path.endsWith(".mdx") });
  return new Set([...anchors, ...headings.map(({ slug }) => slug)]);
}

function nameOf({ rule, path, target, message }: AgentFinding): string {
  return [rule, path, target, message].join("\n");
}
