import { describe, expect, test } from "vitest";
import { countFilters, type JobFilters, readFilters, toQuery, toSearch } from "./job-filters.ts";

describe("the filters of the list of jobs", () => {
  test("survive a round trip through the address", () => {
    const filters: JobFilters = {
      ...{ status: ["active", "failed"], reason: "checks_failed", model: "anthropic/claude", ref: "main" },
      ...{ author: "ci", label: "api", q: "web hook", project: "prj_1", pullRequest: "open" },
      ...{ from: "2026-11-01", to: "2026-11-22" },
    };
    expect(readFilters(toSearch(filters))).toEqual(filters);
    expect(countFilters(filters)).toBe(11);
  });

  test("leave out what cannot be a filter", () => {
    expect(
      readFilters({
        ...{ status: "active,strange,active", pullRequest: "lost", from: "yesterday", to: "2026-13-45" },
        ...{ q: { a: 1 }, other: "x", model: "" },
      }),
    ).toEqual({ status: ["active"] });
  });

  test("read a value that the router took for a number as text", () => {
    expect(readFilters({ q: 404, label: true })).toEqual({ q: "404", label: "true" });
  });

  test("ask for whole days of the reader", () => {
    const query = new URLSearchParams(
      toQuery({ from: "2026-11-01", to: "2026-11-01", project: "prj_1" }, { limit: 50, cursor: "abc" }),
    );
    const [from, to] = [query.get("createdFrom")!, query.get("createdTo")!].map((at) => new Date(at));
    expect([from!.getHours(), from!.getMinutes()]).toEqual([0, 0]);
    expect(to!.getTime() - from!.getTime()).toBe(24 * 3_600_000 - 1);
    expect([query.get("projectId"), query.get("limit"), query.get("cursor"), query.get("project")]).toEqual([
      ...["prj_1", "50", "abc", null],
    ]);
  });
});
