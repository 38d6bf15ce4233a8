import { describe, expect, test } from "vitest";
import { appendPage, countAdded, mergeFirstPage, replaceJobs } from "./merge-jobs.ts";

/** Jobs later in the alphabet were created later. */
const job = (id: string, updatedAt = "1") => ({ id, createdAt: id, updatedAt });
const jobs = (text: string) => [...text].map((id) => job(id));
const list = (text: string, cursor: string | null = "older") => ({ jobs: jobs(text), cursor });
const page = (text: string, nextCursor: string | null = "next") => ({ data: jobs(text), nextCursor });
const ids = ({ jobs }: { jobs: readonly { id: string }[] }) => jobs.map(({ id }) => id).join("");

describe("a first page that is read again", () => {
  test("puts new jobs first and keeps what is older", () => {
    const before = list("fedcba");
    const after = mergeFirstPage(before, page("hgfe"));
    expect([ids(after), after.cursor, countAdded(before.jobs, after.jobs)]).toEqual(["hgfedcba", "older", 2]);
  });

  test("takes out what no longer matches, and puts in what does now", () => {
    expect(ids(mergeFirstPage(list("gfdcba"), page("gedc")))).toBe("gedcba");
  });

  test("replaces jobs that have changed, and not by an older answer", () => {
    const before = { jobs: [job("b", "3"), job("a")], cursor: null };
    const after = mergeFirstPage(before, { data: [job("b", "2"), job("a", "2")], nextCursor: null });
    expect(after.jobs.map(({ updatedAt }) => updatedAt)).toEqual(["3", "2"]);
  });

  test("returns the same list when nothing is new", () => {
    const before = list("cba");
    expect(mergeFirstPage(before, page("cb"))).toBe(before);
  });

  test("starts anew when more came than one page holds", () => {
    const after = mergeFirstPage(list("ba"), page("zy"));
    expect([ids(after), after.cursor]).toEqual(["zy", "next"]);
  });

  test("is the whole list when there is no other page", () => {
    const after = mergeFirstPage(list("cba"), page("c", null));
    expect([ids(after), after.cursor]).toEqual(["c", null]);
  });
});

describe("further pages and single jobs", () => {
  test("a page is added once", () => {
    const after = appendPage(list("dc"), page("cb", null));
    expect([ids(after), after.cursor]).toEqual(["dcb", null]);
  });

  test("a job that was read alone keeps what only the list says", () => {
    const before = { jobs: [{ ...job("a"), projectName: "Docs" }], cursor: null };
    expect(replaceJobs(before, [job("a", "2")]).jobs).toEqual([{ ...job("a", "2"), projectName: "Docs" }]);
    expect(replaceJobs(before, [job("a", "1"), job("x", "9")])).toBe(before);
  });
});
