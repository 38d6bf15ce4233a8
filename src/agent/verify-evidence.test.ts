import { expect, test } from "vitest";
import { AppError } from "../errors.ts";
import { parseEvidence } from "../text/evidence-place.ts";
import type { AgentSource } from "./sources.ts";
import { hasWords, verifyEvidence } from "./verify-evidence.ts";

const commit = "5f1c0a3b9d2e4f60718293a4b5c6d7e8f9012345";
const lines = Array.from({ length: 30 }, (_, at) => `option${at + 1} = ${at * 10}`);

const api: AgentSource = {
  name: "api",
  commit,
  paths: () => ["src/a.ts"],
  async readText(path) {
    if (path !== "src/a.ts") throw new AppError("file_not_found", `${path} does not exist`);
    return `${lines.join("\n")}\n`;
  },
  listFolder: () => null,
  search: async () => ({ hits: [], note: null }),
};

const verify = (evidence: string, identifier: string | null) =>
  verifyEvidence(new Map([["api", api]]), { evidence, identifier }, { prompt: "Name option7" });

const truths = Array.from({ length: 20 }, (_, at): [string, string | null] =>
  at === 0
    ? ["prompt", "option7"]
    : [`api${at % 2 ? "" : `@${commit.slice(0, 7 + at)}`}:src/a.ts#L${at}-L${at + 3}`, `option${at + 2}`],
);

const inventions: [string, string | null][] = [
  ...Array.from({ length: 5 }, (_, at): [string, string] => [`api:src/a.ts#L${at + 1}`, `option${at + 20}`]),
  ...Array.from({ length: 5 }, (_, at): [string, null] => [`api:src/b${at}.ts#L1`, null]),
  ...Array.from({ length: 5 }, (_, at): [string, null] => [`api:src/a.ts#L${31 + at}`, null]),
  ["web:src/a.ts#L1", null],
  [`api@${"0".repeat(40)}:src/a.ts#L1`, null],
  ["api:src/a.ts#L5-L2", null],
  ["prompt", "option8"],
  ["somewhere in the code", null],
];

test("refuses exactly the invented ones of 20 true and 20 invented citations", async () => {
  const judged = await Promise.all([...truths, ...inventions].map(([where, name]) => verify(where, name)));
  expect(judged.map((one) => "problem" in one)).toEqual([
    ...truths.map(() => false),
    ...inventions.map(() => true),
  ]);
  expect(judged[1]).toEqual({
    evidence: `api@${commit}:src/a.ts#L1-L4`,
    quote: "option1 = 0\noption2 = 10\noption3 = 20\noption4 = 30",
  });
});

test("evidence is split into its parts, and words are found across line breaks", () => {
  expect(parseEvidence("api:docs/a:b#c.md#L3")).toMatchObject({
    path: "docs/a:b#c.md",
    firstLine: 3,
    lastLine: 3,
  });
  for (const text of ["api#L1", ":a#L1", "api:#L1", "api:a", "Api:a#L1", "api:a#L", "api@xyz:a#L1"])
    expect(parseEvidence(text)).toBeNull();
  expect(hasWords("Set the\n  timeout now.", "the timeout")).toBe(true);
  expect(hasWords("Set it.", "the timeout")).toBe(false);
});
