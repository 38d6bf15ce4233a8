import { expect, test } from "vitest";
import { formatDuration } from "./format-duration.ts";

test.each([
  [0, "0 s"],
  [8_400, "8 s"],
  [60_000, "1 min"],
  [200_000, "3 min 20 s"],
  [7_500_000, "2 h 5 min"],
  [349_200_000, "4 d 1 h"],
  [-5, "0 s"],
])("%i ms are %s", (ms, text) => expect(formatDuration(ms)).toBe(text));
