#!/usr/bin/env node
// The command `copydesk`, for any Node >= 20: installs what is missing, then runs src/main.ts with the pinned
// Node.
import { readFileSync } from "node:fs";

const [word, ...more] = process.argv.slice(2);
if (more.length === 0 && (word === "--version" || word === "-V")) {
  // Programs ask for the version often, and it needs no installed package.
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  process.stdout.write(`${version}\n`);
} else {
  process.argv.splice(2, 0, "src/main.ts");
  await import("./bootstrap.mjs");
}
