import { expect, test } from "vitest";
import { editPreviews } from "./edit-previews.ts";

test("shows each place of an edit, and counts what is left out", () => {
  const edits = Array.from({ length: 25 }, (_, at) => ({ at, old: "teh", new: "the" }));
  const { places, more } = editPreviews([{ op: "replace", path: "a.md", edits }]);
  expect(places).toHaveLength(20);
  expect(more).toBe(5);
  expect(places[0]!.lines.map(({ kind }) => kind)).toEqual(["-", "+"]);
});

test("shows the start of a written file", () => {
  const [place] = editPreviews([{ op: "write", path: "a.md", text: "line\n".repeat(100) }]).places;
  expect([place!.lines.length, place!.more]).toEqual([40, 60]);
});

test("moves and deletions have no lines", () => {
  expect(
    editPreviews([
      { op: "move", from: "a.md", to: "b.md" },
      { op: "delete", path: "c.md" },
    ]).places,
  ).toEqual([]);
});
