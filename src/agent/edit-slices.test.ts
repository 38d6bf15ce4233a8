import { expect, it } from "vitest";
import { applyEditsSliced, type EditResult, type RequestedEdit } from "./apply-edits.ts";

const mebibyte = 1024 * 1024;
/** This many stops leave no long stretch of work on any machine. */
const stopsMin = 30;

function fill(part: string): string {
  return part.repeat(Math.ceil(mebibyte / part.length)).slice(0, mebibyte);
}

function apply(text: string, edit: RequestedEdit): { result: EditResult; stops: number } {
  const work = applyEditsSliced(text, [edit]);
  for (let stops = 0; ; stops++) {
    const { done, value } = work.next();
    if (done) return { result: value, stops };
  }
}

const prose = fill("The “quick” fox — it’s a dog, isn't it?\nSecond line of the text here.\n\n");
const plain = prose.replace(/[“”]/g, '"').replaceAll("’", "'").replaceAll("—", "-");

const cases: [string, string, RequestedEdit][] = [
  ["that is not there", prose, { old: "The 'quick' brown cat\nzzz", new: "y" }],
  ["at every place", fill("a b\r\n"), { old: "a", new: "c", all: true }],
  ["at every place in other typography", prose, { old: "it's a dog", new: "it's the dog", all: true }],
  ["of all of a file in other typography", prose, { old: plain, new: plain.replaceAll("text", "words") }],
  ["that repeats one letter", fill("a"), { old: "a".repeat(5_000), new: "b", all: true }],
  ["at too many places without saying so", fill("a "), { old: "a", new: "b" }],
];

it.each(cases)("editing a MiB often yields to other work: %s", (_title, text, edit) => {
  expect(apply(text, edit).stops).toBeGreaterThan(stopsMin);
});

it("a row of blanks, and quotes in a long row, cost no more than other text", () => {
  const blanks = `“a”${" ".repeat(mebibyte / 2)}x`;
  const { result } = apply(blanks, { old: blanks.replace("“a”", '"a"'), new: `"b"${" ".repeat(9)}` });
  expect(result).toMatchObject({ ok: true, text: `“b”${" ".repeat(9)}` });
  const quoted = apply("“a”", { old: '"a"', new: '"b" '.repeat(100_000) }).result;
  expect(quoted).toMatchObject({ ok: true, text: "“b” ".repeat(100_000) });
});

it("refuses an edit that would make a file far too large before making it", () => {
  const { result } = apply(fill("a\n"), { old: "a", new: "b".repeat(10_000), all: true });
  expect(result).toEqual({
    ok: false,
    reason: "edit 1: the file would be larger than 1048576 bytes. Replace fewer places, or with less text.",
  });
});
