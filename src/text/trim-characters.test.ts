import fc from "fast-check";
import { expect, it } from "vitest";
import { trimCharacters, trimEndCharacters } from "./trim-characters.ts";

it("trims what an expression at both ends would match", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("/", ".", "a", " ") }), (text) => {
      expect(trimEndCharacters(text, "/.")).toBe(text.replace(/[/.]+$/, ""));
      expect(trimCharacters(text, "/.")).toBe(text.replace(/^[/.]+|[/.]+$/g, ""));
    }),
  );
});
