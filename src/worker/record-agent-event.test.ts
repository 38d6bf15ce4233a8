import { expect, test } from "vitest";
import { noteMovesAndDeletions } from "./record-agent-event.ts";

test("files that tools moved are known by their first path, and deleted ones by the path they had", () => {
  const run = { renames: new Map<string, string>(), deleted: new Set<string>() };
  noteMovesAndDeletions(run, [
    { op: "move", from: "a.md", to: "b.md" },
    { op: "move", from: "b.md", to: "c/b.md" },
    { op: "delete", path: "d.md" },
    { op: "write", path: "e.md", text: "" },
  ]);
  expect([...run.renames]).toEqual([["a.md", "c/b.md"]]);
  expect([...run.deleted]).toEqual(["d.md"]);
});
