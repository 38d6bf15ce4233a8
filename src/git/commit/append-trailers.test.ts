import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendTrailers } from "./append-trailers.ts";

const job = "Copydesk-Job: job_1";
const person = "Co-authored-by: Ada <ada@example.com>";

describe("appendTrailers", () => {
  it.each([
    ["a title alone", "docs: fix", [job], `docs: fix\n\n${job}\n`],
    ["a title that looks like a trailer", "docs: fix\n", [job, person], `docs: fix\n\n${job}\n${person}\n`],
    ["a text", "Fix\n\nIt was wrong.\n\n", [job], `Fix\n\nIt was wrong.\n\n${job}\n`],
    ["a block that is there", `Fix\n\nText.\n\n${person}\n`, [job], `Fix\n\nText.\n\n${person}\n${job}\n`],
    [
      "a block with a line of its own",
      `Fix\n\n${person}\n  and more\n`,
      [job],
      `Fix\n\n${person}\n  and more\n${job}\n`,
    ],
    ["a trailer that is there", `Fix\n\n${job}\n`, [job, person], `Fix\n\n${job}\n${person}\n`],
    ["the same trailer twice", "Fix", [person, person], `Fix\n\n${person}\n`],
    [
      "a paragraph with one trailer in it",
      `Fix\n\nText.\n${person}\n`,
      [job],
      `Fix\n\nText.\n${person}\n\n${job}\n`,
    ],
    [
      "a block by git with another line in it",
      "Fix\n\nText.\nSigned-off-by: A <a@x>\n",
      [job],
      `Fix\n\nText.\nSigned-off-by: A <a@x>\n${job}\n`,
    ],
    ["lines that end as on Windows", `Fix\r\n\r\n${person}\r\n`, [job], `Fix\n\n${person}\n${job}\n`],
    ["no trailer", "Fix\n\n\n", [], "Fix\n"],
    ["no message", "", [job], `${job}\n`],
  ])("keeps one block: %s", (_, message, trailers, expected) => {
    expect(appendTrailers(message, trailers)).toBe(expected);
  });

  it("keeps each trailer on one line, whatever it contains", () => {
    const evil = "Co-authored-by: A <a@x>\n\nSigned-off-by: Boss <boss@x>\0";
    expect(appendTrailers("Fix", [evil])).toBe(
      "Fix\n\nCo-authored-by: A <a@x> Signed-off-by: Boss <boss@x>\n",
    );
  });

  it("gives the same result as git interpret-trailers for any message", () => {
    const line = fc.constantFrom(
      "Text of it.",
      "# Heading",
      job,
      "Note: see below",
      "key-2 : x",
      "  indented",
      "",
      "Signed-off-by: A <a@x>",
      "(cherry picked from commit 1234)",
      "x y: z",
      "-: a",
      ":",
      "\t",
    );
    const message = fc
      .tuple(fc.array(line, { maxLength: 9 }), fc.constantFrom("End.", person))
      .map(([lines, last]) => ["Title", ...lines, last].join("\n"));
    fc.assert(
      fc.property(message, (text) => {
        expect(inOneForm(appendTrailers(text, [job, person]))).toBe(inOneForm(byGit(text, [job, person])));
      }),
      {
        numRuns: 100,
        examples: [[`Title\n\nSigned-off-by: A <a@x>\n${job}\n# Heading\n  indented\nEnd.`]],
      },
    );
  });
});

function byGit(text: string, trailers: string[]): string {
  const flags = [
    "--no-divider",
    "--if-exists",
    "addIfDifferent",
    ...trailers.flatMap((trailer) => ["--trailer", trailer]),
  ];
  const { status, stdout } = spawnSync("git", ["interpret-trailers", ...flags], {
    cwd: "/",
    input: `${text}\n`,
    encoding: "utf8",
  });
  expect(status).toBe(0);
  return stdout;
}

/** git rewrites an existing block: one space after each colon, no lines that it takes for comments. */
function inOneForm(text: string): string {
  return text
    .replace(/[ \t]*:[ \t]*/g, ": ")
    .replace(/^#.*\n/gm, "")
    .replace(/[ \t]+$/gm, "");
}
