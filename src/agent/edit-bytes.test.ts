import { describe, expect, it } from "vitest";
import { edit, open, path, removeEditedPages, repeat } from "../../test/helpers/edit-page.ts";
import type { RequestedEdit } from "./apply-edits.ts";

removeEditedPages();

type Applied = [title: string, before: string, edits: RequestedEdit[], after: string];

const lineEnds: Applied[] = [
  ["one word in a CRLF line", "a b\r\nc\r\n", [edit("b", "B")], "a B\r\nc\r\n"],
  ["two CRLF lines asked for with LF", "a\r\nb\r\nc\r\n", [edit("a\nb", "x\ny")], "x\r\ny\r\nc\r\n"],
  ["a line added to CRLF", "a\r\nb\r\n", [edit("b\n", "b\nc\n")], "a\r\nb\r\nc\r\n"],
  ["a line taken out of CRLF", "a\r\nb\r\nc\r\n", [edit("b\n", "")], "a\r\nc\r\n"],
  ["two CRLF lines joined", "a\r\nb\r\n", [edit("a\nb", "a b")], "a b\r\n"],
  ["old text that begins with a line end, joined", "a\r\nb\r\n", [edit("\nb", " b")], "a b\r\n"],
  ["old text that begins with a line end after spaces", "a  \r\nb\r\n", [edit("\nb", "\nc")], "a  \r\nc\r\n"],
  ["old text that is a line end and more of them", "a\r\n\r\nb\r\n", [edit("\n\nb", "\nb")], "a\r\nb\r\n"],
  ["old text that begins with a line end, changed", "a\r\nb\r\n", [edit("\nb", "\nc")], "a\r\nc\r\n"],
  ["a whole CRLF file", "a\r\nb\r\n", [edit("a\nb\n", "c\nd\n")], "c\r\nd\r\n"],
  ["CRLF in the request, LF in the file", "a\nb\n", [edit("a\r\nb", "x\r\ny\r\nz")], "x\ny\nz\n"],
  ["CRLF in the new text alone", "a\nb\n", [edit("a", "x\r\ny")], "x\ny\nb\n"],
  ["a span over lines with different ends", "a\r\nb\nc\r\n", [edit("a\nb\nc", "A\nb\nC")], "A\r\nb\nC\r\n"],
  [
    "every line of a span with different ends",
    "a\r\nb\nc\r\nd\r\n",
    [edit("a\nb\nc\nd", "1\n2\n3\n4")],
    "1\r\n2\n3\r\n4\r\n",
  ],
  ["exact CRLF among LF lines", "a\r\nb\nc\nd\n", [edit("a\r\nb", "A\nB")], "A\r\nB\nc\nd\n"],
  ["the last line end, alone CRLF", "a\nb\nc\r\n", [edit("c\n", "C\n")], "a\nb\nC\r\n"],
  ["a lone CR as it is", "a\rb\nc\n", [edit("c", "C")], "a\rb\nC\n"],
  ["empty lines between paragraphs", "a\r\n\r\nb\r\n", [edit("a\n\nb", "a\n\n\nb")], "a\r\n\r\n\r\nb\r\n"],
];

const ends: Applied[] = [
  ["the very start", "abc\n", [edit("a", "x")], "xbc\n"],
  ["the very end", "abc", [edit("c", "x")], "abx"],
  ["all of a file", "abc", [edit("abc", "x")], "x"],
  ["everything taken out", "abc\n", [edit("abc\n", "")], ""],
  ["a missing final line end", "a\nb", [edit("b\n", "c\n")], "a\nc"],
  ["a missing final line end, line added", "a\r\nb", [edit("b\n", "b\nc\n")], "a\r\nb\r\nc"],
  ["a missing final line end after spaces", "a\nb  ", [edit("b\n", "c\n")], "a\nc  "],
  ["a missing final line end, quotes curly", "a\n“b”", [edit('"b"\n', '"c"\n')], "a\n“c”"],
  ["a final line end that is there", "a\nb\n", [edit("b", "c")], "a\nc\n"],
  ["several final line ends", "a\n\n\n", [edit("a", "b")], "b\n\n\n"],
  ["a final line end added", "a", [edit("a", "a\n")], "a\n"],
];

const marks: Applied[] = [
  ["a byte order mark", "\uFEFF# A\n", [edit("# A", "# B")], "\uFEFF# B\n"],
  ["a byte order mark that was repeated", "\uFEFFa\n", [edit("\uFEFFa", "\uFEFFb")], "\uFEFFb\n"],
  ["a byte order mark that was doubled", "\uFEFFa\n", [edit("\uFEFF\uFEFFa", "b")], "\uFEFFb\n"],
  ["no byte order mark added", "a\n", [edit("a", "\uFEFFb")], "b\n"],
  ["a byte order mark before CRLF", "\uFEFFa\r\nb\r\n", [edit("a\nb", "c\nd")], "\uFEFFc\r\nd\r\n"],
  ["a no-break mark inside the text", "a\uFEFFb\n", [edit("a\uFEFFb", "ab")], "ab\n"],
];

const typography: Applied[] = [
  ["curly quotes", "It’s “so”\n", [edit('It\'s "so"', 'It\'s "it"')], "It’s “it”\n"],
  ["curly quotes for new ones", "“a”\n", [edit('"a"', '"a" or "b"')], "“a” or “b”\n"],
  ["low quotes", "„a“ b\n", [edit('"a" b', '"a" c')], "„a“ c\n"],
  ["straight quotes where curly ones were asked for", "'a' b\n", [edit("‘a’ b", "‘a’ c")], "'a' c\n"],
  ["curly quotes asked for exactly", '"a"\n', [edit('"a"', "“a”")], "“a”\n"],
  ["a dash", "1–2 — x\n", [edit("1-2 - x", "1-3 - x")], "1–3 — x\n"],
  ["a minus sign", "−5 °C\n", [edit("-5 °C", "-6 °C")], "−6 °C\n"],
  ["a no-break space", "10\u00a0km\n", [edit("10 km", "12 km")], "12\u00a0km\n"],
  ["a narrow no-break space", "a\u202f: b\n", [edit("a : b", "a : c")], "a\u202f: c\n"],
  ["a no-break space in the request alone", "10 km\n", [edit("10\u00a0km", "12\u00a0km")], "12 km\n"],
  ["a no-break space before a line end", "a\u00a0\nb\n", [edit("a\nb", "a\nc")], "a\u00a0\nc\n"],
  [
    "straight quotes in code of a curly line",
    "It’s `run`\n",
    [edit("It's `run`", 'It\'s `run "x"`')],
    'It’s `run "x"`\n',
  ],
  [
    "straight quotes of a new attribute",
    "It’s <b id=x>\n",
    [edit("It's <b id=x>", 'It\'s <b id="x">')],
    'It’s <b id="x">\n',
  ],
  [
    "curly quotes in the prose line beside a line of markup",
    "It’s\n<b>\n",
    [edit("It's\n<b>", 'It\'s "so"\n<b id="x">')],
    'It’s “so”\n<b id="x">\n',
  ],
  [
    "straight quotes in front matter",
    "---\ntitle: It’s\n---\n",
    [edit("title: It's", 'title: "It\'s: so"')],
    '---\ntitle: "It’s: so"\n---\n',
  ],
  [
    "straight quotes in front matter after a byte order mark",
    "\uFEFF---\r\ntitle: It’s\r\n---\r\n",
    [edit("title: It's", 'title: "It\'s"')],
    '\uFEFF---\r\ntitle: "It’s"\r\n---\r\n',
  ],
  [
    "straight quotes in fenced code",
    "```sh\necho It’s\n```\n",
    [edit("echo It's", 'echo "It\'s"')],
    '```sh\necho "It’s"\n```\n',
  ],
  [
    "curly quotes after fenced code and front matter",
    "---\na: b\n---\n~~~\nx\n~~~\nIt’s\n",
    [edit("It's", 'It\'s "so"')],
    "---\na: b\n---\n~~~\nx\n~~~\nIt’s “so”\n",
  ],
];

const breaks: Applied[] = [
  ["a hard break inside the span", "a  \nb\n", [edit("a\nb", "A\nB")], "A  \nB\n"],
  ["a hard break at the end of the span", "a  \nb\n", [edit("a", "A")], "A  \nb\n"],
  ["a hard break with its line end", "a  \nb\n", [edit("a\n", "A\n")], "A  \nb\n"],
  ["a hard break before the span", "a  \nb\n", [edit("\nb", "\nB")], "a  \nB\n"],
  ["a hard break added", "a\nb\n", [edit("a\nb", "a  \nb")], "a  \nb\n"],
  ["a hard break added in CRLF", "a\r\nb\r\n", [edit("a\nb", "a  \nb")], "a  \r\nb\r\n"],
  ["a hard break taken out", "a  \nb\n", [edit("a  \nb", "a\nb")], "a\nb\n"],
  ["a hard break taken out in CRLF", "a  \r\nb\r\n", [edit("a  \nb", "a\nb")], "a\r\nb\r\n"],
  ["a hard break by backslash", "a\\\nb\n", [edit("a\\\nb", "a\\\nc")], "a\\\nc\n"],
  ["spaces that only the request has", "a\nb\n", [edit("a  \nb", "a  \nc")], "a\nc\n"],
  ["spaces at the end of the request", "a\nb\n", [edit("b  ", "c  ")], "a\nc\n"],
  [
    "blank lines with spaces that the new text repeats",
    "a  \n\n \nb\n",
    [edit("a\n\n\nb", "a  \n\n \nB")],
    "a  \n\n \nB\n",
  ],
  ["a narrow space before a line end", "a\u202f\nb\n", [edit("a\nb", "A\nb")], "A\u202f\nb\n"],
  ["a tab before a line end", "a\t\nb\n", [edit("a\nb", "A\nb")], "A\t\nb\n"],
];

const characters: Applied[] = [
  ["an emoji of two units", "😀 😁\n", [edit("😁", "😂")], "😀 😂\n"],
  ["an emoji joined of several", "a 👩‍💻 b\n", [edit("👩‍💻", "👨‍🍳")], "a 👨‍🍳 b\n"],
  ["an emoji beside a joined one", "👩 👩‍💻\n", [edit("👩", "x")], "x 👩‍💻\n"],
  ["a skin tone", "👍 👍🏽\n", [edit("👍", "x")], "x 👍🏽\n"],
  ["a flag among flags", "🇩🇪🇫🇷🇮🇹\n", [edit("🇫🇷", "🇪🇸")], "🇩🇪🇪🇸🇮🇹\n"],
  ["text before a selector that stays", "use ✔\uFE0F\n", [edit("use ✔", "take ✔")], "take ✔\uFE0F\n"],
  ["an accent of its own", "cafe\u0301 1\n", [edit("cafe\u0301 1", "cafe\u0301 2")], "cafe\u0301 2\n"],
  ["the unaccented word of two", "cafe cafe\u0301\n", [edit("cafe", "tea")], "tea cafe\u0301\n"],
  ["a composed letter", "café 1\n", [edit("café 1", "café 2")], "café 2\n"],
  ["right-to-left text", "שלום עולם\n", [edit("עולם", "חבר")], "שלום חבר\n"],
  ["right-to-left marks", "a\u200fb\u200e c\n", [edit("c", "d")], "a\u200fb\u200e d\n"],
  ["right-to-left marks inside", "a\u200fb\n", [edit("a\u200fb", "a\u200fc")], "a\u200fc\n"],
  ["isolates", "\u2067שלום\u2069 x\n", [edit("x", "y")], "\u2067שלום\u2069 y\n"],
  ["a Persian word with a non-joiner", "می\u200cخواهم\n", [edit("خواهم", "روم")], "می\u200cروم\n"],
  ["Devanagari with its signs", "नमस्ते जी\n", [edit("नमस्ते", "हैलो")], "हैलो जी\n"],
  ["Chinese without spaces", "文档很好\n", [edit("很好", "更好")], "文档更好\n"],
];

const markup: Applied[] = [
  ["`$&`", "cost\n", [edit("cost", "$& $1 $$ $` $'")], "$& $1 $$ $` $'\n"],
  ["`$&` in a folded match", "It’s\n", [edit("It's", "$& It's $1")], "$& It’s $1\n"],
  ["`$&` in CRLF", "a\r\nb\r\n", [edit("a\nb", "$&\n$1")], "$&\r\n$1\r\n"],
  ["a pattern as plain text", "a.c abc\n", [edit("a.c", "x")], "x abc\n"],
  ["backslashes", "C:\\new\\table\n", [edit("\\new", "\\old")], "C:\\old\\table\n"],
  [
    "a table cell",
    "| a | b |\n|---|---|\n| 1 | 2 |\n",
    [edit("| 2 |", "| 3 |")],
    "| a | b |\n|---|---|\n| 1 | 3 |\n",
  ],
  ["escaped pipes", "| a \\| b | c |\r\n", [edit("a \\| b", "a \\| d")], "| a \\| d | c |\r\n"],
  [
    "a table row with alignment spaces",
    "| a    |  b |\r\n| “x”  |  1 |\r\n",
    [edit('| "x"  |  1 |\n', '| "x"  |  1 |\n| "y"  |  2 |\n')],
    "| a    |  b |\r\n| “x”  |  1 |\r\n| “y”  |  2 |\r\n",
  ],
  ["tabs", "\ta\n\t\tb\n", [edit("\ta\n\t\tb", "\ta\n\t\tc")], "\ta\n\t\tc\n"],
  [
    "a nested list",
    "- a\n  - b\n    1. c\n",
    [edit("  - b\n", "  - b\n  - d\n")],
    "- a\n  - b\n  - d\n    1. c\n",
  ],
  [
    "a code fence",
    "```js\nlet a = 'x';\n```\n",
    [edit("let a = 'x';", "let a = 'y';")],
    "```js\nlet a = 'y';\n```\n",
  ],
  ["front matter", "---\ntitle: A\n---\n# A\n", [edit("title: A", "title: B")], "---\ntitle: B\n---\n# A\n"],
];

const batches: Applied[] = [
  ["edits in any order", "a b c\n", [edit("c", "3"), edit("a", "1")], "1 b 3\n"],
  ["edits that touch", "ab\n", [edit("a", "1"), edit("b", "2")], "12\n"],
  ["new text that another edit looks for", "a b\n", [edit("a", "b"), edit("b", "a")], "b a\n"],
  ["every place", "a a\r\na\r\n", [edit("a", "b\nc", true)], "b\r\nc b\r\nc\r\nb\r\nc\r\n"],
  ["every exact place only, when there are some", "'a' ‘a’\n", [edit("'a'", "x", true)], "x ‘a’\n"],
  ["every place that differs in typography", "‘a’ ’a’\n", [edit("'a'", "'b'", true)], "‘b’ ’b’\n"],
  ["places that overlap, once", "aaaa\n", [edit("aa", "b", true)], "bb\n"],
  [
    "CRLF, curly quotes, a hard break and no final line end at once",
    "\uFEFF“a”  \r\nb—c\u00a0d",
    [edit('"a"\nb-c d\n', '"A"\nb-c e\n')],
    "\uFEFF“A”  \r\nb—c\u00a0e",
  ],
  [
    "an exact and a folded edit of neighbouring lines",
    "It’s\r\nplain\r\n",
    [edit("plain", "clear"), edit("It's\n", "It's so\n")],
    "It’s so\r\nclear\r\n",
  ],
];

describe("edit changes the bytes of", () => {
  const table = { lineEnds, ends, marks, typography, breaks, characters, markup, batches };
  const cases = Object.entries(table).flatMap(([group, rows]) =>
    rows.map(([title, ...rest]): [string, ...typeof rest] => [`${group}: ${title}`, ...rest]),
  );

  it.each(cases)("%s", async (_title, before, edits, after) => {
    const { call, bytes } = await open(before);
    await call("read", { path });
    const result = await call("edit", { path, edits });
    expect(result.output).toBe(`${path}: ${edits.length} ${edits.length === 1 ? "edit" : "edits"} applied`);
    expect(JSON.stringify((await bytes()).toString())).toBe(JSON.stringify(after));
    expect((await bytes()).equals(Buffer.from(after))).toBe(true);
    expect((await repeat(before, result.operations)).equals(Buffer.from(after))).toBe(true);
  });
});

it("edit changes 200,000 places of one file at once", async () => {
  const { call, bytes } = await open("e\r\n".repeat(200_000));
  await call("read", { path });
  const result = await call("edit", { path, edits: [edit("e\n", "y\n", true)] });
  expect(result.output).toBe(`${path}: 1 edit applied`);
  expect((await bytes()).equals(Buffer.from("y\r\n".repeat(200_000)))).toBe(true);
});
