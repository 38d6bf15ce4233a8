import { describe, expect, it } from "vitest";
import { findHiddenCharacter, removeHidden } from "./hidden-characters.ts";

describe("findHiddenCharacter", () => {
  it.each([
    "\u202A",
    "\u202E",
    "\u2066",
    "\u2069",
    "\u200B",
    "\u200E",
    "\u200F",
    "\u{E0041}",
    "\u{E007F}",
    "a\u200Db",
  ])("finds %j", (text) => {
    expect(findHiddenCharacter(`x${text}y`, "")).not.toBeNull();
    expect(findHiddenCharacter(`z${text}y`, `x${text}y`)).toBeNull();
    expect(findHiddenCharacter(`z${text}y${text}`, `x${text}y`)).not.toBeNull();
  });

  it.each([
    "👩‍🚀",
    "👩🏽‍🚀",
    "🏳️‍🌈",
    "क्‍ष",
    "می‌خواهم",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ])("lets %s pass", (text) => {
    expect(findHiddenCharacter(text, "")).toBeNull();
  });
});

describe("removeHidden", () => {
  it.each([
    ["a\u202eb\u2066c", "abc"],
    ["a\u{e0041}\u{e0042}b", "ab"],
    ["a\u200bb\u200dc\ufeffd\u00ade", "abcde"],
    ["a\ufe01\u{e0100}\ufe0f b", "a b"],
    ["\u{1F600}\ufe0f\u{e0101}\u{e0102}", "\u{1F600}\ufe0f"],
    ["a\r\nb\u2028c\td\u0007", "a\nb\nc\td"],
    ["\u061c\u115f\u3164\u2800", ""],
  ])("removes what nobody sees: %j", (text, clean) => {
    expect(removeHidden(text)).toBe(clean);
  });

  it.each(["👩\u200d🚀", "❤️", "क्\u200dष", "می\u200cخواهم", "葛\u{e0100}", "plain ASCII, naïve, שלום"])(
    "leaves writing alone: %s",
    (text) => {
      expect(removeHidden(text)).toBe(text);
    },
  );
});
