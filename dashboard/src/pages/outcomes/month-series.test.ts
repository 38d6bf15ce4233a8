import { expect, test } from "vitest";
import type { OutcomeMonth } from "../../api/outcomes.ts";
import { monthSeries, nextMonth, outcomeTotals } from "./month-series.ts";
import { periodFrom } from "./period.ts";

const month = (name: string, more: Partial<OutcomeMonth> = {}): OutcomeMonth => ({
  ...{ month: name, jobs: 4, withPullRequest: 4, merged: 3, closed: 1, open: 0, medianHoursToMerge: 2.5 },
  ...{ reworkTurns: 2, costUsd: 1.5, costPerMerged: 0.5, findingsFixed: 7 },
  ...more,
});

test("months without jobs are in the series, across the end of a year", () => {
  const points = monthSeries([month("2027-01"), month("2026-11")]);
  expect(points.map((point) => point.month)).toEqual(["2026-11", "2026-12", "2027-01"]);
  expect(points[0]).toMatchObject({ mergedShare: 75, merged: 3, hoursToMerge: 2.5, costPerMerged: 0.5 });
  expect(points[1]).toMatchObject({ mergedShare: null, merged: 0, costPerMerged: null });
  expect(monthSeries([])).toEqual([]);
  expect(nextMonth("2026-09")).toBe("2026-10");
});

test("totals leave out unknown figures instead of counting them as zero", () => {
  expect(outcomeTotals([month("2026-11"), month("2026-12", { costUsd: null })])).toEqual({
    ...{ jobs: 8, merged: 6, mergedShare: 75, reworkPerJob: 0.5 },
    ...{ costUsd: 1.5, costPerMerged: 0.25, findingsFixed: 14 },
  });
  expect(outcomeTotals([])).toMatchObject({ mergedShare: null, costPerMerged: null, reworkPerJob: null });
});

test("a period begins with the first of its months", () => {
  const now = new Date("2026-02-28T23:30:00Z");
  expect(periodFrom(1, now)).toBe("2026-02");
  expect(periodFrom(6, now)).toBe("2025-09");
  expect(periodFrom(Number.NaN, now)).toBe("2025-09");
});
