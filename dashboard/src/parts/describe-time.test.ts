import { expect, test } from "vitest";
import { describeTimeAgo } from "./describe-time.ts";

const day = 86_400_000;
const inWords = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });

test.each([
  ["what ends in seven days still does a minute later", 7 * day - 60_000, 7],
  ["what ends in a day and a half is as near as two", 1.5 * day, 2],
  ["what is past is not made older", -1.9 * day, -1],
])("%s", (_, fromNow, days) => {
  const now = Date.parse("2026-11-23T12:00:00Z");
  expect(describeTimeAgo(new Date(now + fromNow), now)).toBe(inWords.format(days, "day"));
});
