import { describe, expect, test } from "vitest";
import {
  answerWith,
  countJobs,
  deps,
  disturbSlack,
  endReservations,
  mention,
  never,
  saidIn,
  send,
  threadOf,
  useSlackScene,
  work,
} from "../../test/helpers/slack-scene.ts";
import { handleSlack } from "./handle-slack.ts";

useSlackScene();

describe("if a worker dies", () => {
  test.each([
    ["before Slack has heard it", async () => await new Promise<never>(() => undefined)],
    [
      "after Slack has heard it",
      async (call: () => Promise<unknown>) => await call().then(() => new Promise<never>(() => undefined)),
    ],
  ] as [string, (call: () => Promise<unknown>) => Promise<never>][])(
    "%s, it is said once all the same, and the job is there once",
    async (when, die) => {
      const before = await countJobs();
      const { ts, payload } = await mention("ed", "Survive");
      await send(payload);
      const reached = Promise.withResolvers<void>();
      disturbSlack(async (method, call) => {
        if (method !== "chat.postMessage") return await call();
        reached.resolve(undefined);
        return await die(call);
      });
      void handleSlack(deps, never);
      await reached.promise;
      await expect.poll(async () => (await threadOf(ts)).length).toBeGreaterThan(0);
      if (when.startsWith("after")) await expect.poll(() => saidIn(ts)).toHaveLength(1);
      disturbSlack(null);
      await work();
      await endReservations();
      await work();
      await work();
      expect(await saidIn(ts)).toHaveLength(1);
      expect((await countJobs()) - before).toBe(1);
    },
  );

  test("or Slack is unavailable, the message is posted later", async () => {
    const { ts, payload } = await mention("ed", "Be patient");
    await send(payload);
    answerWith(502, "");
    await work();
    disturbSlack(null);
    await endReservations();
    await work();
    expect(await saidIn(ts)).toHaveLength(1);
  });
});
