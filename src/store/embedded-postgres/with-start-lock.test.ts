import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pidScope, processIdentity } from "./process-identity.ts";
import { withStartLock } from "./with-start-lock.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "copydesk-lock-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("of many processes at once, one works at a time, and nothing is left behind", async () => {
  let working = 0;
  let most = 0;
  const work = async () => {
    working += 1;
    most = Math.max(most, working);
    await sleep(5);
    working -= 1;
  };
  await Promise.all(Array.from({ length: 8 }, () => withStartLock(folder, work)));
  expect(most).toBe(1);
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock is free again after a failure", async () => {
  await expect(withStartLock(folder, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await withStartLock(folder, async () => "next")).toBe("next");
});

const abandoned: [string, () => Promise<unknown>][] = [
  ["of a process that is gone", async () => ({ pid: 4_194_303, identity: "1", scope: await pidScope() })],
  [
    "whose pid now belongs to another process",
    async () => ({ pid: process.pid, identity: "another start", scope: await pidScope() }),
  ],
  ["of an earlier boot, untouched for a minute", async () => ({ pid: 1, identity: "1", scope: "earlier" })],
  ["that is no lock at all, untouched for a minute", async () => "nonsense"],
];
test.for(abandoned)("a lock %s is taken over, by one of many at a time", async ([, owner]) => {
  const path = join(folder, "start.lock");
  writeFileSync(path, JSON.stringify(await owner()));
  const minuteAgo = new Date(Date.now() - 60_000);
  utimesSync(path, minuteAgo, minuteAgo);
  let working = 0;
  const runs = Array.from({ length: 4 }, () =>
    withStartLock(folder, async () => {
      working += 1;
      const alone = working === 1;
      await sleep(5);
      working -= 1;
      return alone;
    }),
  );
  expect(await Promise.all(runs)).toEqual([true, true, true, true]);
});

test("a lock whose owner is alive is respected, however old", async () => {
  const owner = { pid: process.pid, identity: await processIdentity(process.pid), scope: await pidScope() };
  const path = join(folder, "start.lock");
  writeFileSync(path, JSON.stringify(owner));
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(path, hourAgo, hourAgo);
  let entered = false;
  const waiting = withStartLock(folder, async () => {
    entered = true;
  });
  await sleep(200);
  expect(entered).toBe(false);
  rmSync(path);
  await waiting;
  expect(entered).toBe(true);
});
