import { expect, test } from "vitest";
import { compareVersions } from "./compare-versions.ts";

/** The first list is the example of Semantic Versioning 2, section 11. */
test.each([
  [
    [
      "1.0.0-alpha",
      "1.0.0-alpha.1",
      "1.0.0-alpha.beta",
      "1.0.0-beta",
      "1.0.0-beta.2",
      "1.0.0-beta.11",
      "1.0.0-rc.1",
      "1.0.0",
    ],
  ],
  [["0.0.0-0", "0.0.1", "0.9.10", "0.10.9", "1.9.0", "1.10.0", "2.0.0-0", "2.0.0", "10.0.0"]],
])("versions have the order of %s", (ordered) => {
  for (const [left, one] of ordered.entries())
    for (const [right, other] of ordered.entries())
      expect([one, other, Math.sign(compareVersions(one, other))]).toEqual([
        one,
        other,
        Math.sign(left - right),
      ]);
});

test("builds are not compared", () => {
  expect(compareVersions("1.0.0+a", "1.0.0+b")).toBe(0);
});
