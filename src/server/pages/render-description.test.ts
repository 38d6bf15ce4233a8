import { describe, expect, test } from "vitest";
import { renderDescription } from "./render-description.ts";

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
