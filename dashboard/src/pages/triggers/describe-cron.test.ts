import { expect, test } from "vitest";
import { describeCron } from "./describe-cron.ts";

test.each([
  ["0 6 * * 1", "Mondays at 06:00"],
  ["30 22 * * sun", "Sundays at 22:30"],
  ["0 6 * * 7", "Sundays at 06:00"],
  ["15 8 * * 1,3,fri", "Mondays, Wednesdays and Fridays at 08:15"],
  ["30 2 * * 1-5", "Monday to Friday at 02:30"],
  ["0 4 * * *", "Every day at 04:00"],
  ["0 9 1 * *", "The 1st of each month at 09:00"],
  ["0 9 12 * *", "The 12th of each month at 09:00"],
  ["0 9 23 * *", "The 23rd of each month at 09:00"],
  ["0 0 31 12 *", "Every 31 December at 00:00"],
  ["*/20 * * * *", "Every 20 minutes"],
  ["0 * * * *", "Every hour"],
  ["5 */6 * * *", "Every 6 hours at minute 5"],
  ["*/30 * * * 1-5", "Monday to Friday, every 30 minutes"],
])("%s is %s", (cron, words) => {
  expect(describeCron(cron)).toBe(words);
});

test.each([
  "*/20 8-17 1 */3 *",
  "0 6 1 * 1", // the first of the month, and every Monday as well
  "*/7 * * * *", // starts over each hour
  "0 6,18 * * *",
  "0 6 * * 1#2",
  "0 6 L * *",
  "99 6 * * *",
  "0 6 * *",
  "",
])("%s is said in no words that could be wrong", (cron) => {
  expect(describeCron(cron)).toBeNull();
});
