import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

const source = join(import.meta.dirname, "..");

/** Callers that set limits, and those that start the operator's own programs without outside data. */
const starters = [
  "cli/open-url.ts",
  "cli/service/doctor-checks.ts",
  "engines/forward-model.mjs",
  "processes/fork-limited.ts",
  "processes/open-starter.ts",
  "processes/start-directly.ts",
  "processes/starter-process.mjs",
  "sandbox/change-tree-owner.ts",
];

it("programs that handle outside data are started in a few places, each with a memory limit", async () => {
  const names = (await readdir(source, { recursive: true })).filter((name) =>
    /(?<!\.test)\.m?ts$|\.mjs$/.test(name),
  );
  const found: string[] = [];
  for (const name of names) {
    if (name.startsWith("store/embedded-postgres/")) continue;
    const text = await readFile(join(source, name), "utf8");
    if (/^import (?!type ).*"node:(child_process|cluster)"/m.test(text)) found.push(name);
  }
  expect(found.sort()).toEqual(starters);
});
