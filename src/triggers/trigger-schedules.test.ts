import { describe, expect, test } from "vitest";
import {
  historyOf,
  make,
  store,
  useTriggerScene,
  wholePromptsOf,
  work,
} from "../../test/helpers/trigger-scene.ts";
import { fireSchedules } from "./fire-schedules.ts";

useTriggerScene();

describe("a schedule", () => {
  test("that missed many times runs once, however many workers look simultaneously", async () => {
    const made = await make({
      kind: "schedule",
      settings: { cron: "*/5 * * * *" },
      prompt: "Fix broken links",
    });
    expect(Date.parse(made.record.nextAt!)).toBeGreaterThan(Date.now());
    await store.database.pool.query("update triggers set next_at = now() - interval '3 days' where id = $1", [
      made.triggerId,
    ]);
    await Promise.all(Array.from({ length: 8 }, () => fireSchedules(store.database)));
    await work();
    expect(await historyOf(made)).toEqual(["started"]);
    // Nothing is appended: the built-in model only accepts complete instructions.
    expect(await wholePromptsOf(made)).toEqual(["Fix broken links"]);
  });

  test.each([
    ["0 0 30 2 *", "schedule_never_fires"],
    ["* * * * * *", "invalid_request"],
    ["every day", "invalid_request"],
    ["99 * * * *", "invalid_request"],
  ])("%s is refused", async (cron, code) => {
    await expect(make({ kind: "schedule", settings: { cron } })).rejects.toMatchObject({ code });
  });

  test("knows its time zone, and no invalid one", async () => {
    const settings = { cron: "0 6 1 1 *", timeZone: "Asia/Tokyo" };
    const { record } = await make({ kind: "schedule", settings });
    expect(record.nextAt).toMatch(/-12-31T21:00:00\.000Z$/);
    const wrong = make({ kind: "schedule", settings: { ...settings, timeZone: "Mars/Olympus" } });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request" });
  });
});
