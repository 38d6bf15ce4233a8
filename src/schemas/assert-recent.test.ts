import { expect, test } from "vitest";
import { assertRecent } from "./assert-recent.ts";

const now = Date.parse("2026-11-21T09:31:00.000Z");
const judge = (secondsAgo: number) => () => assertRecent(now / 1_000 - secondsAgo, now, "webhook-timestamp");

test.each([0, 300, -300])("a time of %i seconds ago is taken", (secondsAgo) => {
  expect(judge(secondsAgo)).not.toThrow();
});

test.each([
  [301, "301 seconds ago"],
  [-3_600, "3600 seconds ahead"],
])("a time of %i seconds ago is not, and the message says by how much", (secondsAgo, words) => {
  expect(judge(secondsAgo)).toThrow(
    expect.objectContaining({
      code: "invalid_signature",
      message: expect.stringMatching(`^The signature is right, but .*webhook-timestamp is ${words} by`),
    }),
  );
});
