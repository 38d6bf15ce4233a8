import { expect, test } from "vitest";
import { auditQuery, readAuditFilters } from "./audit-address.ts";
import { auditDiff } from "./audit-diff.ts";
import { describeAction } from "./describe-action.ts";
import { describeField, describeValue, isInstant } from "./describe-field.ts";

test("only what changed is shown, by its path", () => {
  const before = { name: "Docs", settings: { concurrency: 2, paths: ["a"] }, same: 1 };
  const after = { name: "Docs", settings: { paths: ["a", "b"] }, same: 1 };
  expect(auditDiff(before, after)).toEqual([
    { path: "settings.concurrency", before: 2, after: undefined },
    { path: "settings.paths", before: ["a"], after: ["a", "b"] },
  ]);
  expect(auditDiff(null, { role: "viewer" })).toEqual([{ path: "role", before: undefined, after: "viewer" }]);
  expect(auditDiff({ ref: null }, { ref: "main" })).toEqual([
    { path: "ref", before: undefined, after: "main" },
  ]);
  expect(auditDiff(null, { disabledAt: null })).toEqual([]);
  expect(auditDiff(null, null)).toEqual([]);
});

test("fields and values are said in words, and times are told apart from other texts", () => {
  expect(["url", "settings.maxCostUsd", "windowSeconds", "by_whom", ""].map(describeField)).toEqual([
    ...["URL", "Settings: max cost USD", "Window seconds", "By whom", "Value"],
  ]);
  expect([true, [], ["a", 2], "a\nb", 4, [{ a: 1 }]].map(describeValue)).toEqual([
    ...["yes", "none", "a, 2", "a\nb", "4", JSON.stringify([{ a: 1 }], null, 2)],
  ]);
  expect(["2026-11-30T03:32:10.605Z", "2026-11-30", "on 2026-11-30T03:32:10Z", 5].map(isInstant)).toEqual([
    ...[true, false, false, false],
  ]);
});

test("actions are described in words", () => {
  expect(describeAction("member.role_changed")).toBe("Member: role changed");
  expect(describeAction("api_key.created")).toBe("API key: created");
});

test("the address keeps the known filters, and days become instants of the reader's zone", () => {
  const filters = readAuditFilters({ action: "job.deleted", from: "2026-11-01", page: "2", author: "" });
  expect(filters).toEqual({ action: "job.deleted", from: "2026-11-01" });
  const query = new URLSearchParams(auditQuery({ ...filters, to: "2026-11-01" }));
  const [from, to] = [Date.parse(query.get("from")!), Date.parse(query.get("to")!)];
  expect(new Date(from).getHours()).toBe(0);
  expect(to - from).toBe(24 * 3_600_000 - 1);
  expect(auditQuery({})).toBe("");
});
