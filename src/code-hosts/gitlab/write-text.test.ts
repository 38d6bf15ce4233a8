import { expect, test } from "vitest";
import { rewriteTitle, withoutQuickActions, writeTitle } from "./write-text.ts";

test.each([
  ["/merge", "\\/merge"],
  ["Done.\n/close\nBye", "Done.\n\\/close\nBye"],
  ["Done.\r\n/assign @writer\r\n", "Done.\r\n\\/assign @writer\r\n"],
  ["Done.\n\r/close", "Done.\n\r\\/close"],
  ["/Copy_Metadata !3", "\\/Copy_Metadata !3"],
  ["/tableflip\t", "\\/tableflip\t"],
])("%j loses its quick action", (text, clean) => {
  expect(withoutQuickActions(text)).toBe(clean);
});

test.each([
  "docs/merge",
  "a /merge",
  "> /merge",
  " /merge",
  "/docs/merge.md",
  "/",
  "//x",
  "a\n\n/usr/bin env",
])("%j has no quick action and stays as it is", (text) => {
  expect(withoutQuickActions(text)).toBe(text);
});

const draftOf = (title: string, draft = false) => ({ title, draft }) as Parameters<typeof writeTitle>[0];
const foundOf = (title: string, draft: boolean) => ({ title, draft }) as Parameters<typeof rewriteTitle>[0];

test.each([
  ["Explain it", false, "Explain it"],
  ["Explain it", true, "Draft: Explain it"],
  ["Draft: explain it", true, "Draft: explain it"],
  ["🚀".repeat(300), false, `${"🚀".repeat(254)}…`],
  ["x".repeat(250), true, `Draft: ${"x".repeat(247)}…`],
])("a title %j, draft %s, is written as %j", (title, draft, written) => {
  expect(writeTitle(draftOf(title, draft))).toBe(written);
});

test.each([
  ["Old", false, "New", "New"],
  ["Draft: Old", true, "New", "Draft: New"],
  ["[Draft] Old", true, "New", "[Draft] New"],
  ["(draft)Old", true, "New", "(draft)New"],
  ["Draft: Old", true, "Draft: New", "Draft: New"],
])("the title %j, draft %s, becomes for %j %j", (found, draft, title, written) => {
  expect(rewriteTitle(foundOf(found, draft), draftOf(title))).toBe(written);
});
