import { describe, expect, it } from "vitest";
import { scanFieldLinks } from "./scan-field-links.ts";
import { scanFrontMatter } from "./scan-front-matter.ts";

function scan(text: string) {
  return scanFieldLinks(text, scanFrontMatter(text));
}

describe("scanFieldLinks", () => {
  it("finds links below the keys that are shown, with their exact places", () => {
    const text =
      '---\r\ntitle: A\r\nhero:\r\n  actions:\r\n    - link: /a#b # there\r\n    - text: link\r\n      "link": "/b c"\r\nnext:\r\n  link : \'/c\'\r\n---\r\n\r\n[x](/d)\r\n';
    const links = scan(text);
    expect(links.map(({ target, line, column }) => [target, line, column])).toEqual([
      ["/a#b", 5, 13],
      ["/b c", 7, 16],
      ["/c", 9, 11],
    ]);
    for (const { start, end, target } of links) expect(text.slice(start, end)).toBe(target);
  });

  it("finds those of objects that are written in one line", () => {
    const text =
      '---\nprev: { text: A, link: ./a#b }\nhero:\n  actions:\n    - {link: "/c d", text: C}\n    - [{ link: /e, text: E }, { "link": \'/f\' }]\n  # { link: /g }\n  text: not { link: /h }\nother: { link: /i }\n---\n';
    const links = scan(text);
    expect(links.map(({ target, line }) => [target, line])).toEqual([
      ["./a#b", 2],
      ["/c d", 5],
      ["/e", 6],
      ["/f", 6],
    ]);
    for (const { start, end, target } of links) expect(text.slice(start, end)).toBe(target);
  });

  it.each([
    ["another key", "---\nlink: /a\nother:\n  link: /b\n---\n"],
    ["a block of text", "---\nhero:\n  text: |\n    link: /a\n---\n"],
    ["a comment", "---\nhero:\n  # link: /a\n---\n"],
    [
      "an escape, a reference or a table",
      '---\nhero:\n  - link: "/\\u0061"\n  - link: *a\n  - link: {}\n---\n',
    ],
    ["TOML", "+++\n[hero]\n  link: /a\n+++\n"],
    ["the text", "hero:\n  link: /a\n"],
  ])("finds none in %s", (_, text) => {
    expect(scan(text)).toEqual([]);
  });

  it("goes on after a block of text", () => {
    expect(scan("---\nfeatures:\n- details: >-\n    link: /a\n  link: /b\n---\n")).toMatchObject([
      { target: "/b" },
    ]);
  });

  it.each(["link: ", "- ", "  ", "hero:\n link:  ", "'\"", "a: |\n"])("ends on hostile text: %j", (piece) => {
    const text = `---\nhero:\n${piece.repeat(200_000)}\n---\n`;
    expect(scan(text)).toBeInstanceOf(Array);
  });
});
