import { slug } from "github-slugger";
import { expect, it } from "vitest";
import { slugHeading } from "./slug-heading.ts";

it("makes ids as GitHub's own slugger does, of all characters that its short way reads", () => {
  const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  for (const one of characters)
    for (const text of [one, `A${one}b ${one}`, ` ${one}${one}-_C`])
      expect(slugHeading(text, "github")).toBe(slug(text));
  expect(slugHeading("Über İt’s", "github")).toBe(slug("Über İt’s"));
});
