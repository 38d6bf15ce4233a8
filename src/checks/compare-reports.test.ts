import { expect, it } from "vitest";
import { compareReports } from "./compare-reports.ts";
import type { CheckReport, Finding } from "./types.ts";

const site = { generator: "plain", navigationFile: null, docsRoot: "", pageCount: 1 } as const;

function report(...findings: [path: string, line: number, target: string][]): CheckReport {
  const full = findings.map(
    ([path, line, target]): Finding => ({
      rule: "internal-link",
      path,
      line,
      column: 1,
      message: "m",
      target,
    }),
  );
  return { findings: full, site, durationMs: 0 };
}

it("does not call a finding new because its line moved", () => {
  const result = compareReports(report(["a.md", 1, "x"]), report(["a.md", 9, "x"]));
  expect([result.new.length, result.fixed.length, result.preexisting.length]).toEqual([0, 0, 1]);
});

it("counts how often the same finding occurs", () => {
  const result = compareReports(
    report(["a.md", 1, "x"], ["a.md", 2, "y"], ["a.md", 3, "y"]),
    report(["a.md", 1, "x"], ["a.md", 2, "x"]),
  );
  expect([result.new.length, result.fixed.length, result.preexisting.length]).toEqual([1, 2, 1]);
});

it("follows a moved page", () => {
  const renames = new Map([["a.md", "b/a.md"]]);
  const result = compareReports(report(["a.md", 1, "x"]), report(["b/a.md", 1, "x"]), { renames });
  expect([result.new.length, result.fixed.length, result.preexisting.length]).toEqual([0, 0, 1]);
});
