import { expect, it } from "vitest";
import { createSlugger } from "./slug-heading.ts";

/** Recorded from Mintlify's own functions, of `@mintlify/common` 1.0.1176. */
it.each<[headings: string[], ids: string[]]>([
  [
    ["Settings", "Settings", "Settings"],
    ["settings", "settings-2", "settings-3"],
  ],
  [["@tool"], ["@tool"]],
  [["Pause/Resume (Urgent)"], ["pause/resume-urgent"]],
  [["3. VAD & Turn Analyzer"], ["3-vad-&-turn-analyzer"]],
  [["What's new"], ["whats-new"]],
  [["What's new?"], ["whats-new"]],
  [["don’t stop"], ["don’t-stop"]],
  [["_meta"], ["_meta"]],
  [["foo_bar__baz"], ["foo_bar__baz"]],
  [["Hello, world"], ["hello-world"]],
  [["🚀 Start"], ["-start"]],
  [["Café au lait"], ["café-au-lait"]],
  [["中文 标题"], ["中文-标题"]],
  [["a.b.c"], ["a-b-c"]],
  [["C++ & C#"], ["c++-&-c#"]],
  [["100% sure"], ["100%-sure"]],
  [["  a   b  "], ["a-b"]],
  [["a - b"], ["a-b"]],
  [["x: y"], ["x-y"]],
  [["<T>"], ["<t>"]],
  [["v1.0.0 — notes"], ["v1-0-0-—-notes"]],
  [
    ["Foo?", "Foo"],
    ["foo", "foo-2"],
  ],
  [
    ["foo-2", "foo", "foo"],
    ["foo-2", "foo", "foo-2-2"],
  ],
  [
    ["Settings 2", "Settings", "Settings", "Settings"],
    ["settings-2", "settings", "settings-2-2", "settings-3"],
  ],
  [
    ["A-1", "A", "A", "A"],
    ["a-1", "a", "a-2", "a-3"],
  ],
  [
    ["2", "2"],
    ["2", "2-2"],
  ],
])("gives %j the ids that Mintlify gives them", (headings, ids) => {
  expect(headings.map(createSlugger("mintlify"))).toEqual(ids);
});
