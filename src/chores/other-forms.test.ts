import { expect, test } from "vitest";
import { runAtOnce } from "../text/run-in-slices.ts";
import { findOtherForms, formOf } from "./other-forms.ts";

test.each([
  [
    "Effect",
    "Effects and effects, an effect; Effect; EFFECT; side-effects, Effective, defect",
    ["Effects", "effects", "effect", "EFFECT", "effects"],
  ],
  ["entry", "Two entries, an Entry, one entry, entryway", ["entries", "Entry"]],
  ["C++", "C++ and c++", []],
  ["API key", "API keys, api key’s", ["API keys", "api key"]],
])("%s: other forms in %j", (term, text, forms) => {
  expect(runAtOnce(findOtherForms(text, term)).map(({ form }) => form)).toEqual(forms);
});

test.each([
  ["Effects", "Effect", "Signal", "Signals"],
  ["effect", "Effect", "Signal", "signal"],
  ["EFFECT", "Effect", "Signal", "SIGNAL"],
  ["Entries", "entry", "box", "Boxes"],
])("%s, where %s becomes %s, becomes %s", (form, old, now, expected) => {
  expect(formOf(form, { old, new: now })).toBe(expected);
});
