import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const text = readFileSync(join(import.meta.dirname, "../CHANGELOG.md"), "utf8");

/** Returns the entries, with the lines that continue them. */
function listEntries(): string[] {
  const entries: string[] = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("- ")) entries.push(line.slice(2));
    else if (line.startsWith("  ") && entries.length > 0) entries.push(`${entries.pop()} ${line.trim()}`);
  }
  return entries;
}

test("a line for operators begins with **Upgrade:** and says in a sentence what to do", () => {
  const upgrades = listEntries().filter((entry) => /upgrade:/i.test(entry));
  expect(upgrades.length).toBeGreaterThan(0);
  for (const entry of upgrades) {
    expect(entry).toMatch(/^\*\*Upgrade:\*\* [A-Z`]/);
    expect(entry).toMatch(/[.`)]$/);
    expect(entry.length, entry).toBeLessThan(600);
  }
});

test("the changelog has releases as second headings, the unreleased one first, and entries below them only", () => {
  const headings = text.split("\n").filter((line) => /^#{1,2} /.test(line));
  expect(headings.slice(0, 2)).toEqual(["# Changelog", "## Unreleased"]);
  for (const heading of headings.slice(2)) expect(heading).toMatch(/^## \d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)$/);
});
