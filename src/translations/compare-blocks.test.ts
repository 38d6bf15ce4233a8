import { expect, test } from "vitest";
import { runAtOnce } from "../text/run-in-slices.ts";
import { findStalePlaces } from "./compare-blocks.ts";
import { compareTranslation, type SplitPage } from "./compare-translation.ts";
import { splitBlocks } from "./split-blocks.ts";

function split(text: string): SplitPage {
  return { text, blocks: runAtOnce(splitBlocks(text, "a.mdx")) };
}

function textsOf({ text, blocks }: SplitPage, { start, end } = { start: 0, end: blocks.length }): string[] {
  return blocks.slice(start, end).map((block) => text.slice(block.start, block.end));
}

function staleOf(before: string, now: string, translation: string) {
  const [was, is, page] = [split(before), split(now), split(translation)];
  const marks = ({ blocks }: SplitPage) => blocks.map(({ mark }) => mark);
  const places = findStalePlaces(marks(was), marks(is), marks(page));
  return {
    places,
    told: places.map((place) => ({
      before: textsOf(was, place.before),
      now: textsOf(is, place.now),
      translation: textsOf(page, place.translation),
    })),
  };
}

test("blocks are what blank lines set apart, headings, front matter, and code with its blank lines", () => {
  const text = [
    "---\ntitle: A\n\nslug: a\n---",
    "# A\nText.\nMore.\n\n",
    "- one\n- two\n\n```sh\na\n\nb\n```\n",
    "{/* a\n\nb */}\n\n<Card>\n\nInside.\n\n</Card>  \n\n\n",
  ].join("\n");
  expect(textsOf(split(text))).toEqual([
    "---\ntitle: A\n\nslug: a\n---",
    ...["# A", "Text.\nMore.", "- one\n- two", "```sh\na\n\nb\n```", "{/* a\n\nb */}"],
    ...["<Card>", "Inside.", "</Card>"],
  ]);
  expect(split(text).blocks.map(({ line }) => line)).toEqual([1, 6, 7, 11, 14, 20, 24, 26, 28]);
  expect(textsOf(split("\uFEFF# A\r\n\r\nText.\r\n"))).toEqual(["# A", "Text."]);
  expect(textsOf(split("\n \n"))).toEqual([]);
});

const before = "# A\n\nOne.\n\nTwo.\n\n## B\n\nThree.\n";
const translation = "# A\n\nEins.\n\nZwei.\n\n## B\n\nDrei.\n";

test.each([
  ["nothing", before, []],
  ["blank lines alone", before.replaceAll("\n\n", "\n\n\n"), []],
  [
    "a changed paragraph",
    before.replace("Two.", "Two!"),
    [{ before: ["Two."], now: ["Two!"], translation: ["Zwei."] }],
  ],
  ["a new one", before.replace("Two.", "Two.\n\nMore."), [{ before: [], now: ["More."], translation: [] }]],
  [
    "one that is gone",
    before.replace("\nTwo.\n", ""),
    [{ before: ["Two."], now: [], translation: ["Zwei."] }],
  ],
  [
    "the first and the last",
    before.replace("# A", "# AA").replace("Three.", "Three!"),
    [
      { before: ["# A"], now: ["# AA"], translation: ["# A"] },
      { before: ["Three."], now: ["Three!"], translation: ["Drei."] },
    ],
  ],
])("%s is all that is stale", (_what, now, told) => {
  expect(staleOf(before, now, translation).told).toEqual(told);
});

test("a section with other blocks than its source is stale as a whole, and no other", () => {
  const other = translation.replace("Zwei.", "Zwei.\n\n- mehr");
  expect(staleOf(before, before.replace("One.", "One!"), other).told).toEqual([
    { before: ["One.", "Two."], now: ["One!", "Two."], translation: ["Eins.", "Zwei.", "- mehr"] },
  ]);
  expect(staleOf(before, before.replace("Three.", "Three!"), other).told).toEqual([
    { before: ["Three."], now: ["Three!"], translation: ["Drei."] },
  ]);
});

test("a page with other headings is stale as a whole", () => {
  const { told } = staleOf(before, before.replace("One.", "One!"), translation.replace("## B\n\n", ""));
  expect(told.map((place) => place.translation)).toEqual([["# A", "Eins.", "Zwei.", "Drei."]]);
});

const places = staleOf(before, before.replace("Two.", "Two!"), translation).places;

function change(after: string) {
  return compareTranslation(split(translation), split(after), places);
}

test("a stale place may become anything, as long as everything else stays byte for byte", () => {
  expect(change(translation)).toEqual({ changed: [false] });
  expect(change(translation.replace("Zwei.", "Zwei!"))).toEqual({ changed: [true] });
  expect(change(translation.replace("Zwei.", "Zwei!\n\n- und mehr"))).toEqual({ changed: [true] });
  expect(change(translation.replace("Zwei.\n\n", ""))).toEqual({ changed: [true] });
});

test.each([
  ["another word", translation.replace("Drei.", "Drei!"), 9],
  ["a block that goes", translation.replace("Eins.\n\n", ""), 3],
  ["a block that is gone at the end", translation.replace("\n\nDrei.", ""), 9],
  ["blank lines", translation.replace("# A\n\n", "# A\n\n\n"), 1],
  ["another line end", translation.replace("## B\n", "## B\r\n"), 7],
  ["the end of the file", translation.trimEnd(), 7],
  ["text in front of a kept block", translation.replace("Zwei.\n\n## B", "Zwei!\n\n## B\n\nNeu."), 7],
  ["a line more in a kept block", translation.replace("Eins.\n", "Eins.\nNeu.\n"), 3],
  ["a fence that swallows what follows", translation.replace("Zwei.", "```\nZwei."), 7],
  ["an empty page", "", 1],
])("%s elsewhere is found", (_what, after, line) => {
  expect(change(after)).toEqual({ line });
});

test("what is new in the source may come between two blocks, and only there", () => {
  const now = before.replace("Two.", "New.\n\nTwo.");
  const found = staleOf(before, now, translation).places;
  const compare = (after: string) => compareTranslation(split(translation), split(after), found);
  expect(compare(translation.replace("Eins.", "Eins.\n\nNeu."))).toEqual({ changed: [true] });
  expect(compare(translation.replace("Eins.", "Eins.\nNeu."))).toEqual({ line: 3 });
  expect(compare(translation.replace("Drei.", "Drei.\n\nNeu."))).toEqual({ line: 5 });
});

test("a hostile page takes time in proportion to its blocks", () => {
  const many = Array.from({ length: 20_000 }, (_, at) => `Text ${at}.`).join("\n\n");
  const { places: found } = staleOf(many, many.replaceAll("Text", "Word"), many);
  expect(found).toHaveLength(1);
  expect(compareTranslation(split(many), split(many), found)).toEqual({ changed: [false] });
});
