import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, expect, test } from "vitest";
import { bareEnvironment } from "../test/helpers/bare-environment.ts";
import { endWithTests } from "../test/helpers/end-with-tests.ts";

const script = `
  import { writeFileSync } from "node:fs";
  import { tmpdir } from "node:os";
  import { useOwnTemporaryFolder } from ${JSON.stringify(join(import.meta.dirname, "own-temporary-folder.ts"))};
  const folder = useOwnTemporaryFolder();
  writeFileSync(tmpdir() + "/left", "");
  console.log(folder);
  process.stdin.resume().once("end", () => process.exit());`;

let parent: string;

beforeEach(() => {
  // Must be short, or else the folder is created elsewhere.
  parent = mkdtempSync("/tmp/copydesk-");
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

async function startRun(): Promise<{ child: ChildProcess; folder: string; ended: Promise<unknown> }> {
  const child = endWithTests(
    spawn(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...bareEnvironment(), TMPDIR: parent },
      stdio: ["pipe", "pipe", "inherit"],
    }),
  );
  const ended = once(child, "exit");
  const [folder] = await once(createInterface({ input: child.stdout! }), "line");
  return { child, folder, ended };
}

test("a run has a temporary folder of its own, which all users may write to, until it ends", async () => {
  const { child, folder, ended } = await startRun();
  expect(readdirSync(parent)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["left"]);
  expect(statSync(folder).mode & 0o7777).toBe(0o1777);
  child.stdin!.end();
  await ended;
  expect(readdirSync(parent)).toEqual([]);
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("so it does after %s", async (signal) => {
  const { child, ended } = await startRun();
  child.kill(signal);
  await ended;
  expect(readdirSync(parent)).toEqual([]);
});

test("removes the folders of killed runs later; keeps those of live runs, and new ones", async () => {
  const [killed, fresh, living] = [await startRun(), await startRun(), await startRun()];
  for (const { child, ended } of [killed, fresh]) {
    child.kill("SIGKILL");
    await ended;
  }
  const longAgo = new Date(Date.now() - 3_600_000);
  for (const { folder } of [killed, living]) utimesSync(folder, longAgo, longAgo);
  const next = await startRun();
  const left = readdirSync(parent).map((name) => join(parent, name));
  expect(left.sort()).toEqual([fresh.folder, living.folder, next.folder].sort());
});
