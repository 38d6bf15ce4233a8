import { expect, test } from "vitest";
import { formatFinding } from "../agent/tools/check.ts";
import type { AgentFinding } from "../agent/types.ts";
import { parseFinding } from "./parse-finding.ts";

const place: AgentFinding = { rule: "anchor", path: "a b.md", line: 3, column: 7, message: "says | x" };

test.each<[what: string, more: Partial<AgentFinding>]>([
  ["nothing more", {}],
  ["a target", { target: 'a "x" | may lead to {}' }],
  ["a repair", { target: "b", suggestion: { old: "b", new: "c", because: "wrong case" } }],
  ["candidates", { target: "b", candidates: ["c", 'd "e"'] }],
  ["a guess", { target: "/x#a", guess: { pages: ["docs/a.md"], keepId: " {#a}" } }],
  ["a guess without an id", { target: "/x#a", guess: { pages: ["docs/a.md", "b.md"], keepId: null } }],
])("reads what the check tool writes: %s", (_, more) => {
  const { suggestion, ...rest } = more;
  expect(parseFinding(formatFinding("new", { ...place, ...more }))).toEqual({
    isNew: true,
    ...place,
    target: null,
    candidates: [],
    guess: null,
    suggestion: suggestion === undefined ? null : { old: suggestion.old, new: suggestion.new },
    ...rest,
  });
});
