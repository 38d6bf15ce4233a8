import { describe, expect, test } from "vitest";
import {
  type CollectedComment,
  emptyReview,
  findOverlap,
  findQuote,
  putComment,
  putSuggestion,
  removeCollected,
  setViewed,
} from "./collected-review.ts";
import { loadReview, saveReview } from "./keep-review.ts";

const comment: CollectedComment = {
  ...{ id: "c1", path: "a.md", side: "after", startLine: 3, line: 4, body: "Shorter, please", quote: "x\ny" },
};
const suggestion = {
  ...{ id: "s1", path: "a.md", startLine: 3, endLine: 5, expected: "old", replacement: "new" },
};

function memoryStore() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    size: () => items.size,
  };
}

describe("what a reviewer has collected", () => {
  test("is there again after a reload, for its own job only", () => {
    const store = memoryStore();
    const review = setViewed(
      putSuggestion(putComment(emptyReview("h1"), comment), suggestion),
      "b.md",
      true,
      "h1",
    );
    expect(saveReview(store, "job_1", review)).toBe(true);
    expect(loadReview(store, "job_1", "h2")).toEqual(review);
    expect(loadReview(store, "job_2", "h2")).toEqual(emptyReview("h2"));
  });

  test("leaves nothing behind once it is sent", () => {
    const store = memoryStore();
    saveReview(store, "job_1", putComment(emptyReview("h1"), comment));
    saveReview(store, "job_1", emptyReview("h1"));
    expect(store.size()).toBe(0);
  });

  test("is read without trust in what is stored", () => {
    const store = memoryStore();
    const stored = {
      comments: [comment, { id: 1 }, { ...comment, line: 1 }],
      suggestions: "x",
      viewed: { a: 1 },
    };
    store.setItem("copydesk.review.job_1", JSON.stringify(stored));
    expect(loadReview(store, "job_1", "h")).toEqual({ ...emptyReview("h"), comments: [comment] });
    store.setItem("copydesk.review.job_1", "{");
    expect(loadReview(store, "job_1", "h")).toEqual(emptyReview("h"));
  });

  test("says when the browser keeps nothing", () => {
    const full = {
      ...memoryStore(),
      setItem: () => {
        throw new Error("full");
      },
    };
    expect(saveReview(full, "job_1", putComment(emptyReview("h"), comment))).toBe(false);
  });

  test("replaces a comment that is written again, and lets it be removed", () => {
    const once = putComment(emptyReview("h"), comment);
    const again = putComment(once, { ...comment, body: "Longer" });
    expect(again.comments.map(({ body }) => body)).toEqual(["Longer"]);
    expect(removeCollected(again, "c1").comments).toEqual([]);
  });

  test("finds the suggestion that is in the way of another", () => {
    const review = putSuggestion(emptyReview("h"), suggestion);
    const at = (startLine: number, endLine: number, path = "a.md") =>
      findOverlap(review, { id: "s2", path, startLine, endLine })?.id;
    expect([at(5, 9), at(1, 3), at(6, 7), at(1, 2), at(4, 4, "b.md")]).toEqual([
      ...["s1", "s1", undefined, undefined, undefined],
    ]);
    expect(findOverlap(review, suggestion)).toBeUndefined();
  });
});

describe("a quote in a page that has changed", () => {
  const text = ["a", "x", "y", "b", "x", "y"].join("\n");

  test.each([
    [2, 2],
    [3, 2],
    [4, 5],
    [6, 5],
    [90, null],
  ])("from line %i is found at line %s", (startLine, found) => {
    const near = startLine === 90 ? { quote: "gone", startLine } : { quote: "x\ny", startLine };
    expect(findQuote(text, near)).toBe(found);
  });
});
