import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { advisoryLocks } from "./advisory-locks.ts";

const root = join(import.meta.dirname, "../..");

test("every advisory lock number is in the list, once, and no source uses another", async () => {
  const numbers: number[] = Object.values(advisoryLocks);
  expect(new Set(numbers).size).toBe(numbers.length);
  const entries = await readdir(join(root, "src"), { recursive: true });
  const sources = entries.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const migrations = (await readdir(join(root, "migrations"))).map((name) => join("../migrations", name));
  const found: string[] = [];
  for (const name of [...sources, ...migrations]) {
    if (name.endsWith("advisory-locks.ts")) continue;
    const text = await readFile(join(root, "src", name), "utf8");
    const own = [
      ...text.matchAll(/(?:advisory[^\n]*|hashtextextended\([^\n]*|classid = |class )(73\d\d)\b/g),
    ];
    const isListed = (number: string) => name.endsWith(".sql") && numbers.includes(Number(number));
    found.push(...own.filter(([, number]) => !isListed(number!)).map(([line]) => `${name}: ${line}`));
  }
  expect(found).toEqual([]);
});
