import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { longFiles } from "./long-files.ts";

test("each file that npm test leaves out is there, and listed once", () => {
  const listed = Object.values(longFiles).flat();
  expect(listed.filter((path) => !existsSync(join(import.meta.dirname, "..", path)))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
});
