import { expect, test } from "vitest";
import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { suggestRenamedAnchor } from "./suggest-renamed-anchor.ts";

const heading = (path: string, oldText: string, oldSlug: string, newText: string, newSlug: string) => ({
  path,
  line: 1,
  old: { text: oldText, slug: oldSlug },
  new: { text: newText, slug: newSlug },
});

const headings = [
  heading("docs/a.md", "What's a token?", "whats-a-token", "What's a key?", "whats-a-key"),
  heading(
    "docs/d.md",
    "The sailToken & more",
    "the-sailtoken--more",
    "The boatKey & more",
    "the-boatkey--more",
  ),
  heading("docs/b/index.md", "The token", "the-token", "The key", "the-key"),
  heading("docs/c/b.md", "The token", "the-token", "The key", "the-key-1"),
  heading("content/e/_index.md", "Who's token?", "whos-token", "Who's key?", "whos-key"),
  heading("content/e/_index.md", "Who's token?", "whos-token-1", "Who's key?", "whos-key-1"),
];

test.each([
  ["docs/a.md", "#whats-a-token", "#whats-a-key"],
  ["docs/a.md", "#what-s-a-token", "#what-s-a-key"],
  ["docs/a.md", "#what_s-a-token", "#whats-a-key"],
  ["docs/a.md", "#What-s-a-token-", "#What-s-a-key-"],
  ["docs/a.md", "#What-s-a-token", "#What-s-a-key"],
  ["docs/a.md", "#What_s-a-token", null],
  ["docs/d.md", "#the-sail-token-and-more", "#the-boat-key-and-more"],
  ["docs/d.md", "#the-sailtoken-and-more", "#the-boatkey-and-more"],
  ["docs/d.md", "#the-sailtoken-more", "#the-boatkey-more"],
  ["docs/x.md", "./a.md#whats-a-token", "./a.md#whats-a-key"],
  ["docs/x.md", "/docs/a?x=1#whats-a-token", "/docs/a?x=1#whats-a-key"],
  ["docs/x.md", "/docs/b/#the-token", "/docs/b/#the-key"],
  ["docs/x.md", "a?id=whats-a-token", "a?id=whats-a-key"],
  ["docs/x.md", "#/docs/a?id=whats-a-token", "#/docs/a?id=whats-a-key"],
  ["docs/x.md", "c/b#the-token", "c/b#the-key-1"],
  ["docs/x.md", "b#the-token", null],
  ["docs/x.md", "/blog/2031/a#whats-a-token", "/blog/2031/a#whats-a-key"],
  ["docs/x.md", "/blog/2031/a#the-token", null],
  ["docs/x.md", "#whats-a-token", "#whats-a-key"],
  ["docs/x.md", "a.md#other", null],
  ["docs/x.md", "../e/#whos-token", "../e/#whos-key"],
  ["docs/x.md", "/of-the-front-matter/#whos-token", "/of-the-front-matter/#whos-key"],
  ["docs/x.md", "../e/#whos-token-1", "../e/#whos-key-1"],
  ["docs/x.md", "a.md", null],
  ["docs/x.md", "{% link docs/b/index.md %}#the-token", "{% link docs/b/index.md %}#the-key"],
  ["docs/x.md", '{{< ref "docs/c/b.md#the-token" >}}', '{{< ref "docs/c/b.md#the-key-1" >}}'],
  ["docs/x.md", '{{ "/docs/b/#the-token" | relative_url }}', '{{ "/docs/b/#the-key" | relative_url }}'],
  ["docs/x.md", "{{ site.baseurl }}/docs/b/#the-token", "{{ site.baseurl }}/docs/b/#the-key"],
])("a link in %s to %s becomes %j", (path, target, expected) => {
  const finding = { rule: "anchor", path, target } as CheckedFinding;
  expect(suggestRenamedAnchor(headings, finding)).toBe(expected);
});
