import { describe, expect, test } from "vitest";
import { showHidden } from "./show-hidden.ts";

describe("showHidden", () => {
  test.each([
    ["right-to-left override", "a\u202Eb", "a‹U+202E›b"],
    ["zero-width space", "a\u200Bb", "a‹U+200B›b"],
    ["isolate", "\u2066x\u2069", "‹U+2066›x‹U+2069›"],
    ["byte order mark", "\uFEFFx", "‹U+FEFF›x"],
    ["soft hyphen", "a\u00ADb", "a‹U+00AD›b"],
    ["escape of a terminal", "\u001B[31m", "‹U+001B›[31m"],
    ["tag characters", "\u{E0041}\u{E007F}", "‹U+E0041›‹U+E007F›"],
    ["variation selector supplement", "a\u{E0100}", "a‹U+E0100›"],
    ["Hangul filler", "\u3164", "‹U+3164›"],
    ["line separator", "a\u2028b", "a‹U+2028›b"],
    ["half of a surrogate pair", "a\uD800b", "a‹U+D800›b"],
    ["joiner between letters", "a\u200Db", "a‹U+200D›b"],
    ["the mark that is used inside", "\u0001", "‹U+0001›"],
    ["carriage return", "a\rb", "a‹U+000D›b"],
  ])("shows a %s", (_name, text, shown) => {
    expect(showHidden(text)).toBe(shown);
  });

  test.each([
    "plain text",
    "tab\tand\nline feed",
    "Größe, 日本語, العربية, हिन्दी",
    "👩‍👩‍👧 and 🧑🏽‍💻 and ❤️‍🔥",
    "‹U+202E›",
  ])("leaves %j unchanged", (text) => {
    expect(showHidden(text)).toBe(text);
  });
});
