import { describe, expect, test } from "vitest";
import { renderDescription, renderFoldedDescription } from "./render-description.ts";

describe("renderDescription", () => {
  test.each([
    ["paragraphs and line breaks", "a\nb\n\nc", "<p>a<br>b</p><p>c</p>"],
    ["bullets with a continued line", "- a\n  more\n* b", "<ul><li>a<br>more</li><li>b</li></ul>"],
    ["numbers after text", "Left:\n1. a\n2. b", "<p>Left:</p><ol><li>a</li><li>b</li></ol>"],
    ["a quote", "Prompt:\n> a\n> b", "<p>Prompt:</p><blockquote>a<br>b</blockquote>"],
    ["code between backticks", "use `a<b>` now", "<p>use <code>a&lt;b&gt;</code> now</p>"],
    ["markup as text", "<img src=x onerror=alert(1)>", "<p>&lt;img src=x onerror=alert(1)&gt;</p>"],
    ["links as text", "[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>"],
    ["Windows line ends", "a\r\n\r\nb", "<p>a</p><p>b</p>"],
    ["nothing", "", ""],
  ])("renders %s", (_name, text, markup) => {
    expect(renderDescription(text).markup).toBe(markup);
  });
});

describe("renderFoldedDescription", () => {
  const fold = (label: string, content: string) =>
    `<details class="more"><summary>${label}</summary>${content}</details>`;

  test.each([
    [
      "what follows the first paragraph, under the names of its parts",
      "Done.\n\nLeft as it is:\n- a\n\nPrompt:\n> b",
      `<p>Done.</p>${fold("Left as it is · Prompt", "<p>Left as it is:</p><ul><li>a</li></ul><p>Prompt:</p><blockquote>b</blockquote>")}`,
    ],
    ["what has no name as details", "Done.\n\nMore.", `<p>Done.</p>${fold("Details", "<p>More.</p>")}`],
    ["nothing of one paragraph", "Done.", "<p>Done.</p>"],
    ["nothing", "", ""],
    ["a list", "- a\n- b", fold("Description: a\nb", "<ul><li>a</li><li>b</li></ul>")],
    [
      "a first paragraph that is long, cut at a word",
      "long word ".repeat(100),
      fold(`Description: ${"long word ".repeat(20).trim()} …`, `<p>${"long word ".repeat(100)}</p>`),
    ],
  ])("folds %s", (_name, text, markup) => {
    expect(renderFoldedDescription(text).markup).toBe(markup);
  });
});
