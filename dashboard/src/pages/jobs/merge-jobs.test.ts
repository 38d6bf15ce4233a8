import { describe, expect, test } from "vitest";
import { mergeJobs } from "./merge-jobs.ts";

const job = (id: string, updatedAt = "1") => ({ id, updatedAt });
const ids = (jobs: readonly { id: string }[]) => jobs.map(({ id }) => id).join("");

describe("a first page that is read again", () => {
  test("puts new jobs first and says how many they are", () => {
    const { jobs, added } = mergeJobs([job("c"), job("b"), job("a")], [job("e"), job("d"), job("c")]);
    expect([ids(jobs), added]).toEqual(["edcba", 2]);
  });

  test("replaces jobs that have changed where they stand", () => {
    const { jobs } = mergeJobs([job("b"), job("a")], [job("b"), job("a", "2")]);
    expect(jobs[1]).toEqual(job("a", "2"));
  });

  test("does not let an older answer undo a newer one", () => {
    expect(mergeJobs([job("a", "3")], [job("a", "2")]).jobs[0]!.updatedAt).toBe("3");
  });

  test("returns the same list when nothing is new", () => {
    const list = [job("b"), job("a")];
    expect(mergeJobs(list, [job("b"), job("a")]).jobs).toBe(list);
  });

  test("starts anew when more came than one page holds", () => {
    expect(ids(mergeJobs([job("b"), job("a")], [job("z"), job("y")]).jobs)).toBe("zy");
  });

  test("fills an empty list", () => {
    expect(ids(mergeJobs([], [job("a")]).jobs)).toBe("a");
  });
});
