import { expect, test } from "vitest";
import type { HostEvent } from "../code-hosts/webhook-types.ts";
import { toToldEvent } from "./to-told-event.ts";

type Comment = Extract<HostEvent, { kind: "comment" }>;

const comment: Comment = {
  kind: "comment",
  number: 7,
  author: "writer",
  text: "@copydesk shorter",
  url: "https://git.example/acme/docs/pulls/7#c1",
};

function saidOf(change: Partial<Comment>) {
  const told = toToldEvent({ ...comment, ...change }, "docs-bot");
  if (told?.kind !== "comment") throw new Error("it does not count");
  return told.said;
}

test("cuts a text to 4,000 characters, never inside one, and says so", () => {
  expect(saidOf({ text: "a".repeat(4_000) })).toMatchObject({ text: "a".repeat(4_000), isCut: false });
  expect(saidOf({ text: "a".repeat(4_001) })).toMatchObject({ text: "a".repeat(4_000), isCut: true });
  const rocket = saidOf({ text: `${"a".repeat(3_999)}🚀` });
  expect(rocket).toMatchObject({ text: "a".repeat(3_999), isCut: true });
});

test("shows hidden characters, even if that makes the text longer than allowed", () => {
  expect(saidOf({ text: "a\u202eb" }).text).toBe("a‹U+202E›b");
  const { text, isCut } = saidOf({ text: "\u202e".repeat(4_000) });
  expect([text.length, isCut]).toEqual([4_000, true]);
});

test("normalizes every kind of line break", () => {
  expect(saidOf({ text: "a\r\nb\rc\u2028d\u2029e\u0085f\vg\fh" }).text).toBe("a\nb\nc\nd\ne\nf\ng\nh");
});

test("keeps a file's name on one line, and returns only a valid address", () => {
  expect(saidOf({ path: "a\nb\u2028c.md", line: 3 })).toMatchObject({ path: "a b c.md", line: 3 });
  expect(saidOf({ url: "javascript:alert(1)" }).url).toBe("");
  expect(saidOf({ url: "https://git.example/a b" }).url).toBe("");
  expect(saidOf({}).url).toBe(comment.url);
});

test("looks for a mention in the whole text", () => {
  const told = toToldEvent({ ...comment, text: `${"a ".repeat(4_000)}@docs-bot` }, "docs-bot");
  expect(told).toMatchObject({ isMention: true });
  const check = {
    kind: "check_failed",
    branch: "b",
    commit: "c",
    name: "n",
    text: "2 broken",
    url: "",
  } as const;
  expect(toToldEvent(check, null)).toMatchObject({ isMention: false });
  expect(toToldEvent({ ...check, text: "@copydesk 2 broken" }, null)).toMatchObject({ isMention: true });
});

test.each([
  ["Copydesk's own comment", { ...comment, text: "@copydesk\n\n<!-- copydesk:topic=follow-up-2 -->" }],
  ["a comment on a number that is none", { ...comment, number: 2 ** 40 }],
  [
    "a pull request with a number that is none",
    { kind: "pull_request", number: 1.5, state: "open", branch: "b" },
  ],
] as [string, HostEvent][])("%s never counts", (_what, event) => {
  expect(toToldEvent(event, "docs-bot")).toBeNull();
});
