import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";
import { addOldAddress } from "./add-old-address.ts";
import { applyEdits } from "./edit-text.ts";
import { planMove } from "./plan-move.ts";

const addresses = { old: "/guide/sails/", now: "/rig/sails/" };

function add(text: string, field: "aliases" | "redirect_from" = "aliases"): string | null {
  const edits = addOldAddress(text, { name: field }, addresses);
  return edits && applyEdits(text, edits);
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
  [
    "its new address",
    "---\naliases:\n  - /rig/sails # 1\n---\n",
    "---\naliases:\n  - /guide/sails/ # 1\n---\n",
  ],
  [
    "its new address in brackets",
    '---\naliases: ["/rig/sails/"]\n---\n',
    '---\naliases: ["/guide/sails/"]\n---\n',
  ],
])("an old address is added to a page with %s", (_, before, after) => expect(add(before)).toBe(after));

it.each([
  ["without front matter", "# Sails\n"],
  ["with front matter that does not end", "---\ntitle: A\n"],
  ["with one text instead of a list", "---\naliases: /a/\n---\n"],
  ["with a list over several lines of brackets in brackets", "---\naliases: [[/a/]]\n---\n"],
  ["with a quoted key", '---\n"aliases": []\ntitle: A\n---\n'],
  ["with an item over several lines", "---\naliases:\n- /a/\n- >\n  /b/\n---\n"],
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

it("relative addresses of Hugo stay what they are when their page moves", async () => {
  const names = (aliases: string) => `---\ntitle: A\naliases: ${aliases}\n---\n`;
  const moved = async (aliases: string, to: string, configuration = "") => {
    const { site } = await openTexts({ "hugo.toml": configuration, "content/rig/sails.md": names(aliases) });
    const { edits } = await planMove(site, "content/rig/sails.md", to);
    return edits[0]!.text.replace("title: A\n", "");
  };
  const list = "[mast, ../boom/, ./jib, /keel]";
  const ofList = (...items: string[]) => `---\naliases: [${items.join(", ")}]\n---\n`;
  expect(await moved(list, "content/hull/deck/sails.md")).toBe(
    ofList('"/rig/sails/"', "../../rig/mast", "../../boom/", "../../rig/jib", "/keel"),
  );
  expect(await moved(list, "content/rig/canvas.md")).toBe(
    ofList('"/rig/sails/"', "mast", "../boom/", "./jib", "/keel"),
  );
  expect(await moved("\n- mast\n- ../boom/", "content/rig/mast.md")).toBe(
    "---\naliases: \n- /rig/sails/\n- ../boom/\n---\n",
  );
});
