import { expect, it } from "vitest";
import type { CheckReport, Finding } from "../types.ts";
import { compareReports } from "./compare-reports.ts";

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
  return { findings: full, notJudged: [], unjudged: [], partly: [], site, durationMs: 0 };
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

it("keeps an old finding whose nearest page has moved, so that it is about another one now", () => {
  const about = (subject: string): CheckReport => {
    const made = report(["a.md", 1, "guide/clay"]);
    return { ...made, findings: [{ ...made.findings[0]!, subject: { path: subject, rest: "" } }] };
  };
  const renames = new Map([["guide/clay.md", "parts/clay.md"]]);
  const result = compareReports(about("guide/clay.md"), about("guide/clay"), { renames });
  expect([result.new.length, result.fixed.length, result.preexisting.length]).toEqual([0, 0, 1]);
});

it("takes the link that was broken before for the old finding, not another one to the same page", () => {
  const about = (...findings: Parameters<typeof report>): CheckReport => {
    const made = report(...findings);
    return {
      ...made,
      findings: made.findings.map((one) => ({ ...one, subject: { path: "b.md", rest: "" } })),
    };
  };
  const before = about(["a.md", 3, "/b.md"]);
  const result = compareReports(before, about(["a.md", 1, "b/"], ["a.md", 3, "/b.md"]));
  expect(result.new.map(({ target }) => target)).toEqual(["b/"]);
});

it("keeps an old finding of a link whose page has moved, and of a link of the moved page", () => {
  const anchor = (path: string, target: string, subject: string): CheckReport => ({
    findings: [
      {
        rule: "anchor",
        path,
        line: 1,
        column: 1,
        message: "m",
        target,
        subject: { path: subject, rest: "#nope" },
      },
    ],
    notJudged: [],
    unjudged: [],
    partly: [],
    site,
    durationMs: 0,
  });
  const renames = new Map([["b.md", "sub/b.md"]]);
  for (const [before, after] of [
    [anchor("a.md", "b.md#nope", "b.md"), anchor("a.md", "sub/b.md#nope", "sub/b.md")],
    [anchor("b.md", "a.md#nope", "a.md"), anchor("sub/b.md", "../a.md#nope", "a.md")],
    [anchor("b.md", "#nope", "b.md"), anchor("sub/b.md", "#nope", "sub/b.md")],
  ] as const) {
    const result = compareReports(before, after, { renames });
    expect([result.new.length, result.fixed.length, result.preexisting.length]).toEqual([0, 0, 1]);
  }
  const other = compareReports(anchor("a.md", "b.md#nope", "b.md"), anchor("a.md", "c.md#nope", "c.md"), {
    renames,
  });
  expect([other.new.length, other.fixed.length, other.preexisting.length]).toEqual([1, 1, 0]);
});

it("follows a moved page", () => {
  const renames = new Map([["a.md", "b/a.md"]]);
  const result = compareReports(report(["a.md", 1, "x"]), report(["b/a.md", 1, "x"]), { renames });
  expect([result.new.length, result.fixed.length, result.preexisting.length]).toEqual([0, 0, 1]);
});
