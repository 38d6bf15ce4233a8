import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";
import { addOldAddress } from "./add-old-address.ts";
import { planMove } from "./plan-move.ts";

const addresses = { old: "/guide/sails/", now: "/rig/sails/" };

function add(text: string, field: "aliases" | "redirect_from" = "aliases"): string | null {
  const edit = addOldAddress(text, field, addresses);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

it.each([
  [
    "none yet",
    "---\ntitle: Sails\n---\nText\n",
    "---\ntitle: Sails\naliases:\n  - /guide/sails/\n---\nText\n",
  ],
  ["line ends", "---\r\ntitle: A\r\n---\r\n", "---\r\ntitle: A\r\naliases:\r\n  - /guide/sails/\r\n---\r\n"],
  ["items", "---\naliases:\n- /a/\n---\n", "---\naliases:\n- /guide/sails/\n- /a/\n---\n"],
  ["brackets", '---\naliases: ["/a/"]\n---\n', '---\naliases: ["/guide/sails/", "/a/"]\n---\n'],
  ["empty brackets", "---\naliases: []\n---\n", '---\naliases: ["/guide/sails/"]\n---\n'],
  ["TOML", '+++\ntitle = "A"\n[x]\n+++\n', '+++\naliases = ["/guide/sails/"]\ntitle = "A"\n[x]\n+++\n'],
  ["TOML's list", '+++\naliases = ["/a/"]\n+++\n', '+++\naliases = ["/guide/sails/", "/a/"]\n+++\n'],
])("an old address is added to a page with %s", (_, before, after) => expect(add(before)).toBe(after));

it.each([
  ["without front matter", "# Sails\n"],
  ["with front matter that does not end", "---\ntitle: A\n"],
  ["with one text instead of a list", "---\naliases: /a/\n---\n"],
  ["with a list over several lines of brackets in brackets", "---\naliases: [[/a/]]\n---\n"],
  ["with a quoted key", '---\n"aliases": []\ntitle: A\n---\n'],
  ["that had the new address before", "---\naliases:\n  - /rig/sails/\n---\n"],
  ["that had it before, in brackets", '---\naliases: ["/rig/sails/"]\n---\n'],
  ["with a space behind the key", "---\ntitle: A\naliases : [/a/]\n---\n"],
  [
    "with a list of TOML behind a text that looks like a table",
    '+++\ntext = """\n[a]\n"""\naliases = ["/a/"]\n+++\n',
  ],
  ["with a mapping in braces", "---\n{ title: A }\n---\n"],
])("nothing is added to a page %s", (_, text) => expect(add(text)).toBeNull());

it.each([
  [
    "Hugo",
    { "hugo.toml": 'baseURL = "https://boats.example.com/"\n' },
    [
      "content/guide/sails.md",
      "content/rig/sails.md",
      "content/other.md",
      '[a]({{< ref "/rig/sails" >}}) [b](/guide/sails/)',
    ],
  ],
  [
    "Jekyll",
    { "_config.yml": "permalink: pretty\nplugins:\n  - jekyll-redirect-from\n" },
    ["guide/sails.md", "rig/sails.md", "other.md", "[a](/rig/sails/) [b](/guide/sails/)"],
  ],
] as const)("a page that moves on %s keeps its old address", async (_, files, [from, to, other, text]) => {
  const fixture = await openTexts({
    ...files,
    [from]: "---\ntitle: Sails\n---\n",
    [other]: "---\ntitle: A\n---\n",
  });
  const { edits, notes } = await planMove(fixture.site, from, to);
  expect(notes.filter((note) => note.includes("redirect"))).toEqual([]);
  expect(edits).toEqual([{ path: to, text: expect.stringContaining("/guide/sails/\n"), what: "1 redirect" }]);
  await fixture.set({ [from]: null, [to]: edits[0]!.text, [other]: `---\ntitle: A\n---\n${text}\n` });
  const { findings } = await checkSite(fixture.site, { newPaths: [to] });
  expect(findings.filter(({ rule }) => rule === "internal-link")).toEqual([]);
});
