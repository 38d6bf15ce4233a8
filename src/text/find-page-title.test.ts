import { expect, test } from "vitest";
import { findPageTitle } from "./find-page-title.ts";

test.each([
  ['---\ntitle: "Web hooks: all"\n---\n\n# Other\n', "Web hooks: all"],
  ["---\r\nicon: x\r\ntitle: Guide\r\n---\r\n", "Guide"],
  ["---\nicon: x\n---\n\nText.\n\n# First heading\n# Second\n", "First heading"],
  ["\uFEFF# Home\n", "Home"],
  ["```sh\n# no heading\n```\n\n# Heading\n", "Heading"],
  ["# Body - Fields { #body-fields }\n", "Body - Fields"],
  ["# Sets {1, 2}\n", "Sets {1, 2}"],
  ["## Only smaller ones\n", null],
  ["---\ntitle:\n---\n", null],
  ["", null],
])("the title of %j is %j", (text, title) => {
  expect(findPageTitle(text)).toBe(title);
});
