import { describe, expect, test } from "vitest";
import { isMention, isOwnText } from "./is-mention.ts";

describe("a text addresses Copydesk", () => {
  test.each([
    ["@copydesk please", null],
    ["Could you, @CopyDesk, look?", null],
    ["please (@copydesk).", null],
    ["first line\n@copydesk", null],
    ["> earlier words\n\n@copydesk do", null],
    ["thanks…@copydesk", null],
    ["@docs-bot shorter", "docs-bot"],
    ["@Docs-Bot shorter", "docs-bot"],
    ["@copydesk shorter", "docs-bot"],
    ["@docs-app shorter", "docs-app[bot]"],
    ["@a.b+c", "a.b+c"],
  ])("in %j with the login %j", (text, login) => {
    expect(isMention(text, login)).toBe(true);
  });
});

describe("a text addresses somebody else", () => {
  test.each([
    ["copydesk", null],
    ["@copydesks", null],
    ["@copydesk-team", null],
    ["@copydesk_2", null],
    ["@copydesk/docs", null],
    ["@copydeské", null],
    ["me@copydesk", null],
    ["write to help@copydesk.example", null],
    ["see https://blog.example/@copydesk", null],
    ["@copydesk.example", null],
    ["> @copydesk do\n\nDone!", null],
    ["@docs-bot", null],
    ["@axb", "a.b"],
    ["@", ""],
    ["", null],
  ])("in %j with the login %j", (text, login) => {
    expect(isMention(text, login)).toBe(false);
  });
});

test.each([
  ["by its mark", "Done.\n\n<!-- copydesk:topic=x -->", true],
  ["by its mark where a host shows HTML as text", "Done.\n\n[//]: # (copydesk:topic=x)", true],
  ["not when it is only quoted", "> Done.\n>\n> <!-- copydesk:topic=x -->\n\n@copydesk shorter", false],
  ["not by words of a person, whosever account that is", "@copydesk shorter", false],
])("a comment is recognised as Copydesk's own %s", (_how, text, expected) => {
  expect(isOwnText(text)).toBe(expected);
});
