import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunningService } from "../../src/compose/start-service.ts";
import { type FaultScene, guideSaying, makeFaultScene, type SceneCall } from "../helpers/fault-scene.ts";
import { commitAll } from "../helpers/git-fixture.ts";

const timeLimitMs = 600_000;
const diskBytes = 4 * 1024 * 1024;
const largeFile = "large.bin";
const noMount = "this process may not mount a file system";

let scene: FaultScene;
let workspaces: string;
let worker: RunningService;
let filler: string;
let isMounted = false;

/** A small disk for the workspaces; false where this process may not mount one. */
async function mountSmallDisk(folder: string): Promise<boolean> {
  await mkdir(folder, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskBytes}`, "tmpfs", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  scene = await makeFaultScene({ beforeAnswer: fillDisk });
  workspaces = join(scene.environment.COPYDESK_DATA!, "workspaces");
  filler = join(workspaces, "filler");
  isMounted = await mountSmallDisk(workspaces);
  worker = await scene.startWorker();
});

afterAll(async () => {
  await worker?.stop();
  if (isMounted) execFileSync("umount", [workspaces]);
  await scene.remove();
});

/** What is left of the disk goes when the job is about to write its page. */
async function fillDisk({ word, step }: SceneCall): Promise<void> {
  if (word !== "overtaken" || step !== 2) return;
  await writeFile(filler, randomBytes(diskBytes)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOSPC") throw error;
  });
}

async function usedBytes(): Promise<number> {
  const { blocks, bfree, bsize } = await statfs(workspaces);
  return (blocks - bfree) * bsize;
}

async function setLargeFile(bytes: number): Promise<void> {
  const path = join(scene.project.repository, largeFile);
  if (bytes === 0) await rm(path);
  else await writeFile(path, randomBytes(bytes));
  await commitAll(scene.project.repository, `${bytes} bytes`);
}

describe("a disk for workspaces", () => {
  test(
    "that is smaller than a repository is no hindrance, and the space that jobs use is given back",
    async (context) => {
      context.skip(!isMounted, noMount);
      const [small] = await scene.createJobs(["before"]);
      await scene.untilEnded([small!]);
      const usedBefore = await usedBytes();

      await setLargeFile(2 * diskBytes);
      const large = await scene.createJobs(["large-1", "large-2"]);
      const completed = await scene.untilEnded(large);
      await setLargeFile(0);
      const others = await scene.createJobs(["after-1", "after-2"]);
      const ended = await scene.untilEnded(others);

      expect(completed.map(({ reason }) => reason)).toEqual(large.map(() => "pull_request_opened"));
      expect(ended.map(({ reason }) => reason)).toEqual(others.map(() => "pull_request_opened"));
      expect(await scene.project.git("show", `copydesk/${others[0]}:guide.md`)).toBe(guideSaying("after-1"));
      const usedAfter = await usedBytes();
      console.log(
        `small disk: ${completed.length} jobs of ${2 * diskBytes} bytes on a disk of ${diskBytes} and ${ended.length} others completed; ${usedBefore} bytes used before, ${usedAfter} after`,
      );
      expect(usedAfter).toBe(usedBefore);
    },
    timeLimitMs,
  );

  test(
    "that has filled up since fails the job that writes, with words that say so",
    async (context) => {
      context.skip(!isMounted, noMount);
      await scene.untilEnded(await scene.createJobs(["untroubled"]));
      const usedBefore = await usedBytes();
      const [failed] = await scene.untilEnded(await scene.createJobs(["overtaken"]));
      await rm(filler);
      const [ended] = await scene.untilEnded(await scene.createJobs(["afterwards"]));
      expect(failed).toMatchObject({ status: "failed", reason: "repository_error" });
      expect(failed?.message).toMatch(/^The disk .* is full/);
      expect(ended?.reason).toBe("pull_request_opened");
      expect(await usedBytes()).toBe(usedBefore);
    },
    timeLimitMs,
  );
});
