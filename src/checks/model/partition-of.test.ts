import { expect, it } from "vitest";
import { isLanguage, partitionOf, withoutPartition } from "./partition-of.ts";

it.each(["es", "zh", "pt-br", "zh-Hans", "fr-CA"])("%s is the folder of a language", (folder) => {
  expect(isLanguage(folder)).toBe(true);
});

it.each(["ai", "ui", "qx", "api", "guides", "v2", ""])("%j is the folder of no language", (folder) => {
  expect(isLanguage(folder)).toBe(false);
});

it("removes languages and versions from a path, and leaves its own folders", () => {
  expect(partitionOf("docs/es/ai/v2/setup.md")).toBe("es/v2");
  expect(withoutPartition("docs/es/ai/v2/setup.md")).toBe("docs/ai/setup.md");
});
