import { expect, test } from "vitest";
import { assertRefName } from "../git/assert-ref-name.ts";
import { refName } from "./ref-name.ts";

const good = [
  "main",
  "release/1.2",
  "feature/a_b+c@d#e=f-g",
  "a",
  "0",
  "_",
  "a.b",
  "x/HEAD",
  "a@",
  "locked",
  "a.lockx",
  "head",
];
const bad = [
  ...[
    "",
    "-a",
    "@",
    "HEAD",
    "a..b",
    ".a",
    "a/.b",
    "a.",
    "a./b",
    "a.lock",
    "a.LOCK",
    "a.lock/b",
    "/a",
    "a/",
    "a//b",
  ],
  ...["ä", "a b", "a\n", "a\nb", "a~", "a^", "a:b", "a?", "a*", "a[b", "a\\b", "a{b", "x".repeat(256), "\0"],
];

test.each(good)("%j is a branch's name, also by the pattern that the API describes", (name) => {
  expect(new RegExp(String(refName.meta()?.pattern)).test(name)).toBe(true);
  expect(() => assertRefName(name)).not.toThrow();
});

test.each(bad)("%j is refused, with the reason", (name) => {
  const { pattern, maxLength } = refName.meta() as { pattern: string; maxLength: number };
  expect(name.length <= maxLength && new RegExp(pattern).test(name)).toBe(false);
  expect(() => assertRefName(name)).toThrow(/is not a branch name that can be used: \w/);
});
