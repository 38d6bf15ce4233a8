import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runsAll } from "../../test/helpers/skip-unless.ts";
import { applyEdits, type EditResult, type RequestedEdit, replaceAt } from "./apply-edits.ts";
import { isInCharacter } from "./fold-text.ts";

/** Each property runs with a fixed seed and with a random one, which fast-check prints if it fails. */
const seeds: [string, number][] = [
  ["a fixed seed", 20_261],
  ["a random seed", Math.floor(Math.random() * 2 ** 31)],
];
const runs = runsAll ? 1_000 : 300;

const words = [
  "page",
  "It’s",
  "“so”",
  '"x"',
  "don't",
  "10\u00a0km",
  "1–2",
  "a—b",
  "😀",
  "👩‍💻",
  "👍🏽",
  "🇩🇪",
  "✔\uFE0F",
  "cafe\u0301",
  "café",
  "שלום",
  "\u200fא",
  "می\u200cروم",
  "文档",
  "$&",
  "`code`",
  "<b id=x>",
  "|",
  "\\|",
  "- ",
  "**bold**",
  "\t",
  "'",
  "”",
  "\u202f",
];
const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 4 }).filter((text) => !/[\0\r\n\uFEFF]/.test(text)),
  },
);
const blanks = fc.constantFrom("", "", "", "  ", " ", "\t");
const lineEnd = fc.constantFrom("\n", "\r\n");
const line = fc.array(word, { maxLength: 6 }).map((list) => list.join(" "));

/** Lines with mixed ends, some with a hard break; with or without a byte order mark and a final line end. */
const page = fc
  .record({
    mark: fc.constantFrom("", "", "\uFEFF"),
    fence: fc.constantFrom("", "", "```\n", "---\n"),
    lines: fc.array(fc.tuple(line, blanks, lineEnd), { minLength: 1, maxLength: 8 }),
    last: fc.oneof(fc.constant(""), line),
  })
  .map(({ mark, fence, lines, last }) => mark + fence + lines.flat().join("") + last);

interface Cut {
  text: string;
  start: number;
  end: number;
  /** The text between the two offsets. */
  span: string;
}

/** Part of a page that starts and ends at whole characters, outside the byte order mark. */
const cut: fc.Arbitrary<Cut> = fc
  .tuple(page, fc.nat(), fc.integer({ min: 1, max: 40 }))
  .map(([text, from, length]) => {
    const first = text.startsWith("\uFEFF") ? 1 : 0;
    const start = wholeFrom(text, Math.min(text.length, first + (from % Math.max(1, text.length - first))));
    const end = wholeFrom(text, Math.min(text.length, start + length));
    return { text, start, end, span: text.slice(start, end) };
  })
  .filter(({ span }) => span !== "" && span !== "\uFEFF");

/** Returns the next offset that splits neither a character nor a CRLF. */
function wholeFrom(text: string, from: number): number {
  let at = from;
  while (isInCharacter(text, at) || (text[at] === "\n" && text[at - 1] === "\r")) at++;
  return at;
}

/** Rewrites a text as a model might after reading it; deterministic. */
function degrade(text: string): string {
  return text
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[–—]/g, "-")
    .replace(/[\u00a0\u202f]/g, " ")
    .replace(/[ \t]*\r?\n/g, "\n");
}

const replacement = fc.array(fc.oneof(word, lineEnd), { maxLength: 6 }).map((list) => list.join(" "));

interface Case extends Cut {
  edit: RequestedEdit;
}

const exactCase: fc.Arbitrary<Case> = fc
  .record({ cut, added: replacement, all: fc.boolean() })
  .map(({ cut: made, added, all }) => ({ ...made, edit: { old: made.span, new: added, all } }));

const degradedCase: fc.Arbitrary<Case> = fc
  .record({ cut, added: replacement, all: fc.boolean() })
  .map(({ cut: made, added, all }) => ({ ...made, edit: { old: degrade(made.span), new: added, all } }));

const anyCase = fc.oneof(exactCase, degradedCase);

function check(arbitrary: fc.Arbitrary<Case>, seed: number, holds: (made: Case) => void): void {
  fc.assert(fc.property(arbitrary, holds), { seed, numRuns: runs });
}

function hex(text: string): string {
  return Buffer.from(text).toString("hex");
}

/** Undoes the replacements one by one and returns the original text. */
function takeBack(result: EditResult & { ok: true }): string {
  let shift = 0;
  const back = result.replacements.map(({ at, old, new: added }) => {
    const replaced = { at: at + shift, old: added, new: old };
    shift += added.length - old.length;
    return replaced;
  });
  return replaceAt(result.text, back);
}

describe.each(seeds)("an edit, with %s", (_title, seed) => {
  it("changes no byte before, between or after its spans", () => {
    let count = 0;
    check(anyCase, seed, ({ text, edit }) => {
      const result = applyEdits(text, [edit]);
      if (!result.ok) return;
      count++;
      expect(hex(takeBack(result))).toBe(hex(text));
      const first = result.replacements[0]!;
      const last = result.replacements.at(-1)!;
      expect(hex(result.text).startsWith(hex(text.slice(0, first.at)))).toBe(true);
      expect(hex(result.text).endsWith(hex(text.slice(last.at + last.old.length)))).toBe(true);
      for (const { at, old } of result.replacements) expect(text.slice(at, at + old.length)).toBe(old);
      expect(result.text.startsWith("\uFEFF")).toBe(text.startsWith("\uFEFF"));
      expect(result.text.isWellFormed()).toBe(true);
    });
    expect(count).toBeGreaterThan(runs / 4);
  });

  it("is made at the place from which it was cut, except for spaces before a line end", () => {
    let count = 0;
    check(anyCase, seed, ({ text, start, end, edit }) => {
      // An exact match elsewhere takes precedence.
      if (edit.old !== text.slice(start, end) && text.includes(edit.old)) return;
      const result = applyEdits(text, [{ ...edit, all: false }]);
      if (!result.ok) return;
      const { at, old } = result.replacements[0]!;
      if (
        text.slice(at, at + old.length) !== text.slice(start, end) &&
        !isSamePlace(text, start, end, at, old)
      )
        throw new Error(`it is at ${at}, not at ${start}`);
      count++;
    });
    expect(count).toBeGreaterThan(runs / 4);
  });

  it("can be repeated from its recorded replacements", () => {
    check(anyCase, seed, ({ text, edit }) => {
      const result = applyEdits(text, [edit]);
      if (result.ok) expect(hex(replaceAt(text, result.replacements))).toBe(hex(result.text));
    });
  });

  it("never leaves a lone CR behind", () => {
    check(anyCase, seed, ({ text, edit }) => {
      const result = applyEdits(text, [edit]);
      if (!result.ok) return;
      const lone = (part: string) => part.match(/\r(?!\n)/g)?.length ?? 0;
      expect(lone(result.text)).toBe(0);
    });
  });

  it("writes no new kind of line end if all of the file's line ends are alike", () => {
    check(anyCase, seed, ({ text, edit }) => {
      const ends = new Set(text.match(/\r?\n/g));
      const result = applyEdits(text, [edit]);
      if (!result.ok || ends.size !== 1) return;
      for (const end of result.text.match(/\r?\n/g) ?? []) expect(ends.has(end)).toBe(true);
    });
  });

  it("changes nothing if the new text equals the file's span", () => {
    let count = 0;
    check(degradedCase, seed, ({ text, edit, span }) => {
      const result = applyEdits(text, [{ old: edit.old, new: span }]);
      if (!result.ok || result.replacements[0]!.old !== span) return;
      count++;
      expect(JSON.stringify(result.text)).toBe(JSON.stringify(text));
    });
    expect(count).toBeGreaterThan(runs / 20);
  });

  it("keeps the span's typography if only a word is added to what the model saw", () => {
    let count = 0;
    check(degradedCase, seed, ({ text, edit }) => {
      const [old, added] = [edit.old, `${edit.old}ZZZ`];
      if (/\s$/.test(old)) return;
      const result = applyEdits(text, [{ old, new: added }]);
      if (!result.ok) return;
      count++;
      const { at, old: span } = result.replacements[0]!;
      const without = result.replacements[0]!.new.replace("ZZZ", "");
      expect(JSON.stringify(without)).toBe(JSON.stringify(text.slice(at, at + span.length)));
    });
    expect(count).toBeGreaterThan(runs / 4);
  });

  it("is refused with the rest of its batch if one of them is", () => {
    check(anyCase, seed, ({ text, edit }) => {
      const absent = { old: "\u{10ffff}absent", new: "x" };
      const result = applyEdits(text, [edit, absent]);
      expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(/^edit [12]: /) });
      expect(result).not.toHaveProperty("text");
    });
  });
});

/** True for the range that was cut, give or take spaces before line ends at both of its ends. */
function isSamePlace(text: string, start: number, end: number, at: number, old: string): boolean {
  const outer = [Math.min(start, at), Math.max(end, at + old.length)] as const;
  const inner = [Math.max(start, at), Math.min(end, at + old.length)] as const;
  const edges = text.slice(outer[0], inner[0]) + text.slice(inner[1], outer[1]);
  return inner[0] <= inner[1] && /^[ \t\u00a0\u202f\r\n]*$/.test(edges);
}
