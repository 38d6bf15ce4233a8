import { describe, expect, it } from "vitest";
import { applyEdits, type RequestedEdit, replaceAt } from "./apply-edits.ts";

const applied: [title: string, before: string, edits: RequestedEdit[], after: string][] = [
  ["an exact match", "one two three\n", [{ old: "two", new: "2" }], "one 2 three\n"],
  ["`$&` and `$1` literally", "cost\n", [{ old: "cost", new: "$& $1 $$ $`" }], "$& $1 $$ $`\n"],
  [
    "several edits that all refer to the text before",
    "a b c\n",
    [
      { old: "a", new: "b" },
      { old: "b", new: "c" },
    ],
    "b c c\n",
  ],
  ["all matches when asked", "a a a\n", [{ old: "a", new: "bb", all: true }], "bb bb bb\n"],
  ["all matches without overlaps", "aaa\n", [{ old: "aa", new: "b", all: true }], "ba\n"],
  [
    "curly quotes kept where the model wrote straight ones",
    "It’s “really” good\n",
    [{ old: 'It\'s "really" good', new: 'It\'s "really" great' }],
    "It’s “really” great\n",
  ],
  [
    "new quotes in curly prose made curly",
    "It’s “good”\n",
    [{ old: 'It\'s "good"', new: 'It\'s "good" and it\'s "new"' }],
    "It’s “good” and it’s “new”\n",
  ],
  [
    "new markup in curly prose left alone",
    "It’s good\n",
    [{ old: "It's good", new: 'It\'s <b class="x">good</b>' }],
    'It’s <b class="x">good</b>\n',
  ],
  [
    "straight quotes kept where the model wrote curly ones",
    'say "yes" now\n',
    [{ old: "say “yes” now", new: "say “no” now" }],
    'say "no" now\n',
  ],
  [
    "a typographic change that the model asked for, beside one that it did not",
    "It’s 1-2 – ok\n",
    [{ old: "It's 1-2 - ok", new: "It's 1–2 - ok" }],
    "It’s 1–2 – ok\n",
  ],
  ["a quote change asked for exactly", 'say "x"\n', [{ old: '"x"', new: "“x”" }], "say “x”\n"],
  [
    "dashes and no-break spaces kept",
    "10\u00a0km — far away\n",
    [{ old: "10 km - far away", new: "10 km - near by" }],
    "10\u00a0km — near by\n",
  ],
  ["CRLF line ends kept", "a\r\nb\r\nc\r\n", [{ old: "a\nb", new: "a\nx\nb" }], "a\r\nx\r\nb\r\nc\r\n"],
  ["CRLF for lines added by an exact match", "a\r\nb\r\n", [{ old: "a", new: "a\nx" }], "a\r\nx\r\nb\r\n"],
  ["LF where the model wrote CRLF", "a\nb\n", [{ old: "a\r\nb", new: "a\r\nc" }], "a\nc\n"],
  ["LF for added CRLF lines", "a\nb\n", [{ old: "a", new: "a\r\nx" }], "a\nx\nb\n"],
  [
    "mixed line ends as they are",
    "a\r\nb\nc\r\nd\r\n",
    [{ old: "a\nb\nc\nd", new: "a\nb\nC\nd" }],
    "a\r\nb\nC\r\nd\r\n",
  ],
  [
    "an exact typographic change in a CRLF file",
    'say "x"\r\nb\r\n',
    [{ old: 'say "x"', new: "say “x”\nand" }],
    "say “x”\r\nand\r\nb\r\n",
  ],
  ["a byte order mark", "\uFEFF# A\nb\n", [{ old: "# A", new: "# B" }], "\uFEFF# B\nb\n"],
  [
    "a byte order mark that the model repeats",
    "\uFEFF# A\n",
    [{ old: "\uFEFF# A", new: "\uFEFF# B" }],
    "\uFEFF# B\n",
  ],
  ["a missing final line end", "a\nb", [{ old: "b\n", new: "c\n" }], "a\nc"],
  ["a missing final line end with lines added", "a\nb", [{ old: "b\n", new: "b\nc\n" }], "a\nb\nc"],
  ["a missing final line end with an exact match", "a\nb", [{ old: "b", new: "c" }], "a\nc"],
  [
    "hard breaks that the model did not see",
    "one  \ntwo  \nthree\n",
    [{ old: "one\ntwo\nthree", new: "one\n2\nthree" }],
    "one  \n2  \nthree\n",
  ],
  [
    "spaces at line ends that the file lacks",
    "one\ntwo\n",
    [{ old: "one  \ntwo ", new: "one  \n2 " }],
    "one\n2\n",
  ],
  [
    "a hard break that the model adds",
    "one\ntwo\n",
    [{ old: "one\ntwo", new: "one  \ntwo" }],
    "one  \ntwo\n",
  ],
  ["characters beyond the basic plane", "😀 a 😀 b\n", [{ old: "😀 b", new: "😁 b" }], "😀 a 😁 b\n"],
  ["a deletion", "a\nb\nc\n", [{ old: "b\n", new: "" }], "a\nc\n"],
];

const refusals: [title: string, before: string, edits: RequestedEdit[], reason: RegExp][] = [
  [
    "no match",
    "alpha beta\ngamma\n",
    [{ old: "alpha betta", new: "x" }],
    /^edit 1: old text not found\. Nearest lines:\n1\talpha beta$/,
  ],
  ["nothing alike", "alpha\n", [{ old: "zzz", new: "x" }], /^edit 1: old text not found\.$/],
  [
    "several matches",
    "x a\nb\nx c\n",
    [{ old: "x", new: "y" }],
    /^edit 1: old text occurs 2 times \(lines 1, 3\)\. Add context or set all\.$/,
  ],
  ["overlapping matches of one edit", "aaa\n", [{ old: "aa", new: "b" }], /occurs 2 times/],
  [
    "several typographic matches",
    "‘a’\n“b” ’a’\n",
    [{ old: "'a'", new: "x" }],
    /occurs 2 times \(lines 1, 2\)/,
  ],
  [
    "overlapping edits",
    "one two three\n",
    [
      { old: "two three", new: "x" },
      { old: "one two", new: "y" },
    ],
    /^edits 1 and 2 overlap/,
  ],
  [
    "a batch with one bad edit",
    "one two\n",
    [
      { old: "one", new: "1" },
      { old: "absent", new: "x" },
    ],
    /^edit 2: old text not found/,
  ],
  ["empty old text", "a\n", [{ old: "", new: "b" }], /^edit 1: old text is empty/],
  ["an edit without a change", "a\n", [{ old: "a", new: "a" }], /^edit 1: old and new text are the same/],
  ["blank text that matches by folding only", "a  \nb\n", [{ old: "   \n", new: "" }], /not found/],
];

describe("applyEdits", () => {
  it.each(applied)("applies %s, byte for byte", (_title, before, edits, after) => {
    const result = applyEdits(before, edits);
    expect(result.ok ? Buffer.from(result.text).toString("hex") : result).toBe(
      Buffer.from(after).toString("hex"),
    );
    if (result.ok) expect(replaceAt(before, result.replacements)).toBe(after);
  });

  it.each(refusals)("refuses %s and says why", (_title, before, edits, reason) => {
    const result = applyEdits(before, edits);
    expect(result).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it("changes no unit outside the matched spans, whatever text and typography", () => {
    const random = createRandom(20_261);
    let appliedCount = 0;
    for (let round = 0; round < 3_000; round++) {
      const before = randomText(random, 1 + random(60));
      const start = random(before.length);
      const span = before.slice(start, start + 1 + random(20));
      const edit = {
        old: misremember(random, span),
        new: randomText(random, random(12)),
        all: random(2) === 0,
      };
      const result = applyEdits(before, [edit]);
      if (!result.ok) continue;
      appliedCount++;
      let rebuilt = result.text;
      for (const { at, old, new: added } of result.replacements.toReversed()) {
        const shift = result.replacements.filter((other) => other.at < at);
        const place = at + shift.reduce((sum, other) => sum + other.new.length - other.old.length, 0);
        expect(before.slice(at, at + old.length)).toBe(old);
        expect(rebuilt.slice(place, place + added.length)).toBe(added);
        rebuilt = rebuilt.slice(0, place) + old + rebuilt.slice(place + added.length);
      }
      expect(rebuilt).toBe(before);
    }
    expect(appliedCount).toBeGreaterThan(500);
  });
});

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const alphabet = [
  "a",
  "b",
  "ab",
  " ",
  "  ",
  "\t",
  "\n",
  "\r\n",
  "'",
  "’",
  '"',
  "“",
  "”",
  "-",
  "—",
  "\u00a0",
  "😀",
  "$&",
  "\uFEFF",
  ".",
];

function randomText(random: (below: number) => number, length: number): string {
  return Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");
}

function misremember(random: (below: number) => number, text: string): string {
  const changes: [RegExp, string][] = [
    [/[’]/g, "'"],
    [/[“”]/g, '"'],
    [/—/g, "-"],
    [/\r\n/g, "\n"],
    [/[ \t]+\n/g, "\n"],
  ];
  return changes.reduce((result, [from, to]) => (random(2) === 0 ? result.replace(from, to) : result), text);
}
