import { describe, expect, it } from "vitest";
import { findWrittenIds, matchesPattern, writesNoIds } from "./template-ids.ts";

describe("finds the ids that a template writes:", () => {
  it("as they are, in each kind of quotes and of an old anchor", () => {
    const { plain, isOpen } = findWrittenIds(
      `<div id="top"><p id='side'><b id=foot><a class="x" name="old"></a><meta name="author">`,
    );
    expect([[...plain], isOpen]).toEqual([["top", "side", "foot", "old"], false]);
  });

  it.each([
    ['<li id="item-{{ .Get "name" }}">', "item-a", true],
    ['<li id="item-{{ .Get "name" }}">', "other-item-a", false],
    ["<li id={{ .Name }}-tab-{{ .Index }}>", "a-tab-1", true],
    ["<li id={{ .Name }}-tab-{{ .Index }}>", "a-table", false],
  ])("with a part that is computed: %s and %s", (template, id, isMatch) => {
    const { patterns, isOpen } = findWrittenIds(template);
    expect(patterns.some((pattern) => matchesPattern(id, pattern))).toBe(isMatch);
    expect(isOpen).toBe(false);
  });

  it.each(['<p id="{{ .Name }}">', "<p id={{ .Name }}>", '<p id="{{ .A }}-{{ .B }}">'])(
    "any text: %s",
    (template) => expect(findWrittenIds(template).isOpen).toBe(true),
  );
});

describe("a shortcode", () => {
  const partials = new Map([
    ["mark", "<b>{{ . }}</b>"],
    ["loop", '{{ partial "loop.html" . }}'],
    ["named", "<b id=x></b>"],
    ["twice", null],
  ]);
  const brings = (template: string, isMarkdown = false) => !writesNoIds(template, { isMarkdown, partials });

  it.each([
    '<ul class="list">{{ .Inner }}</ul>',
    '{{/* id= */}}<a href="{{ .Get "to" }}">{{ .Get 0 }}</a>',
    '{{ range site.Data.tools }}<td>{{ partial "mark.html" .name }}</td>{{ end }}',
    '{{ $name := .Get "name" }}{{ $id := 1 }}<i data-id="{{ $name }}"></i>',
  ])("writes no ids: %s", (template) => expect(brings(template)).toBe(false));

  it.each([
    ...['<p id="a">', '<a name="a"></a>', "{{ .Inner | markdownify }}", "{{ .Inner | .Page.RenderString }}"],
    ...['{{ readFile "a.md" }}', "{{ (site.GetPage .Name).Content }}", "{{ .Get 0 | safeHTML }}"],
    ...['{{ partial "named.html" . }}', '{{ partial "twice.html" . }}', '{{ partial "gone.html" . }}'],
    ...["{{ partial $name . }}", '{{ partial "loop.html" . }}', '{{ template "a" . }}'],
  ])("may write ids: %s", (template) => expect(brings(template)).toBe(true));

  it("whose text is read as Markdown may write headings too", () => {
    expect(brings('<p class="{{ .Get "kind" }}">{{ with .Inner }}{{ . }}{{ end }}</p>', true)).toBe(false);
    expect(brings("## Note\n\n{{ .Inner }}", true)).toBe(true);
    expect(brings("Note\n====\n{{ .Inner }}", true)).toBe(true);
    expect(brings("{{ range site.Data.a }}{{ .text }}{{ end }}", true)).toBe(true);
  });

  it("reads partials that use each other again and again to the end", () => {
    const use = (name: string) => Array(300).fill(`{{ partial "${name}.html" . }}`).join("\n");
    const partials = new Map<string, string | null>([
      ...["a", "b", "c"].map((name, at): [string, string] => [name, use(["b", "c", "d"][at]!)]),
      ["d", "<b>x</b>"],
    ]);
    expect(writesNoIds(use("a"), { isMarkdown: false, partials })).toBe(true);
  });
});
