import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import {
  historyOf,
  make,
  promptsOf,
  push,
  send,
  useTriggerScene,
  work,
} from "../../test/helpers/trigger-scene.ts";
import { AppError } from "../errors.ts";

useTriggerScene();

interface PastCommit {
  commit: string;
  paths: string[];
}

/** Commits of this repository, newest first. */
function readHistory(count: number): PastCommit[] {
  const log = ["log", `-n${count}`, "--no-merges", "--format=%x1e%H", "--name-only"];
  return spawnSync("git", ["-C", import.meta.dirname, ...log], { encoding: "utf8" })
    .stdout.split("\x1e")
    .slice(1)
    .map((entry) => {
      const [commit = "", ...paths] = entry.trim().split(/\n+/);
      return { commit, paths };
    });
}

const history = readHistory(50);

test("50 commits of a real history start the same jobs once, however often and in whatever order they are sent", {
  ...skipUnless(history.length === 50, "the clone has fewer than 50 commits"),
}, async () => {
  const made = await make({
    ...{ kind: "source_change", settings: { paths: ["src/**"] }, prompt: "Do {{commit}}" },
  });
  const sendAsHostsDo = async (event: object, id: string): Promise<unknown> => {
    try {
      return await send(made, event, id);
    } catch (error) {
      // A host sends again what got 503, as it does while all connections to the store are busy.
      if (!(error instanceof AppError) || error.code !== "unavailable") throw error;
      return await sendAsHostsDo(event, id);
    }
  };
  const sendAll = (commits: PastCommit[]) =>
    Promise.all(commits.map((one) => sendAsHostsDo({ ...push(""), ...one }, one.commit)));
  const counts = async () => {
    await work();
    const states = await historyOf(made);
    return {
      prompts: (await promptsOf(made)).sort(),
      ignored: states.filter((line) => line === "ignored: no path that was changed matches").length,
      all: states.length,
    };
  };
  const meant = history.filter(({ paths }) => paths.some((path) => path.startsWith("src/")));
  const wanted = {
    prompts: meant.map(({ commit }) => `Do "${commit}"`).sort(),
    ignored: history.length - meant.length,
    all: history.length,
  };
  await sendAll([...history, ...history.toReversed(), ...history]);
  await expect.poll(counts, { timeout: 120_000 }).toEqual(wanted);
  await sendAll(history.toReversed());
  expect(await counts()).toEqual(wanted);
});
