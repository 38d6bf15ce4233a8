import { expect, test } from "vitest";
import { auditQuery, readAuditFilters } from "./audit-address.ts";
import { auditDiff } from "./audit-diff.ts";
import { describeAction } from "./describe-action.ts";

test("only what changed is shown, by its path", () => {
  const before = { name: "Docs", settings: { concurrency: 2, paths: ["a"] }, same: 1 };
  const after = { name: "Docs", settings: { paths: ["a", "b"] }, same: 1 };
  expect(auditDiff(before, after)).toEqual([
    { path: "settings.concurrency", before: "2", after: null },
    { path: "settings.paths", before: '["a"]', after: '["a","b"]' },
  ]);
  expect(auditDiff(null, { role: "viewer" })).toEqual([{ path: "role", before: null, after: "viewer" }]);
  expect(auditDiff({ ref: null }, { ref: "main" })).toEqual([{ path: "ref", before: "null", after: "main" }]);
  expect(auditDiff(null, null)).toEqual([]);
});

test("actions are said in words", () => {
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
