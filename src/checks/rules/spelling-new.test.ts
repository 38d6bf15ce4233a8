import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../check-site.ts";
import { createDictionaryLoader } from "../spelling/dictionary.ts";
import { createKnownWords } from "../spelling/known-words.ts";

const loadDictionary = createDictionaryLoader();
const docs = {
  "docs/index.md": "# Home\n\nThe flurbinator starts. Run `kubeflarg` first.\n",
  "docs/page.md": "# Page\n\nThis page has an old mistaek and other words that everybody knows.\n",
};

/** Returns the rule's findings for a change of these files, as `path:line word`. */
async function findNew(
  changes: Record<string, string>,
  { before = {}, renames = {} }: { before?: Record<string, string>; renames?: Record<string, string> } = {},
) {
  const { site } = await openTexts({ ...docs, ...before });
  const changed = await openTexts({ ...docs, ...before, ...changes });
  const knownWords = createKnownWords(site, loadDictionary);
  const { findings, unjudged, partly } = await checkSite(changed.site, {
    changedPaths: Object.keys(changes),
    oldPaths: new Map(Object.entries(renames)),
    before: { notJudged: [], soundAnchors: new Set(), knownWords },
  });
  const ofRule = findings.filter(({ rule }) => rule === "spelling-new");
  return {
    partly: partly.filter(({ rule }) => rule === "spelling-new"),
    said: ofRule.map(({ path, line, target }) => `${path}:${line} ${target}`),
    messages: ofRule.map(({ message }) => message),
    unjudged: unjudged.filter(({ rule }) => rule === "spelling-new"),
  };
}

const wordsIn = async (text: string) => {
  const { said } = await findNew({ "docs/page.md": `${docs["docs/page.md"]}\n${text}\n` });
  return said.map((one) => one.split(" ")[1]);
};

test("an unknown word is found once per page, with suggestions", async () => {
  const text =
    "Restart the server to recieve the configuration.\n\nWe recieve **anohter** [messgae](index.md).\n";
  const { said, messages } = await findNew({ "docs/new.md": `# New\n\n${text}` });
  expect(said).toEqual(["docs/new.md:3 recieve", "docs/new.md:5 anohter", "docs/new.md:5 messgae"]);
  expect(messages[0]).toBe(
    "recieve is in no dictionary and on no page of the site; perhaps receive, relieve",
  );
});

test.each([
  ["what the page had before", "This mistaek is old."],
  ["words and code of other pages, and their plurals", "The flurbinators use Kubeflarg's command."],
  ["code", "Run `grobnik` or\n\n```sh\nzumfoo --glarb\n```\n\n<code>blarf</code>"],
  ["links", "See [it](/qwerz/blorp), <https://blorp.example/grobnik> and [text][grobnik].\n\n[grobnik]: /x"],
  ["attributes and comments", '<Card title="grobnik" data-blarf="x">Words</Card> <!-- zumfoo -->'],
  [
    "identifiers, paths and options",
    "Set grobNik, grob_nik, grobnik2, grobnik.blarf, ./grobnik/blarf, --grobnik, @blarf.",
  ],
  ["abbreviations", "The GROBN and its GROBNs; the API, a zqx."],
  ["names, also where a sentence begins with them", "We ask Grobnik for it. Grobnik knows."],
  [
    "British spelling, compounds and words of software",
    "The colour of the filepath webhooks, re-initialised, organisation.",
  ],
  ["possessives and contractions", "The server’s page doesn't say, and the users' pages don’t."],
])("%s: silent", async (_, text) => {
  expect(await wordsIn(text)).toEqual([]);
});

test.each([
  ["a capital letter at the beginning of a sentence only", "Grobnik for it.", ["Grobnik"]],
  ["a part with a hyphen", "It is user-frendly.", ["frendly"]],
  ["a text in an element", "<li>These are instrutions.</li>", ["instrutions"]],
  ["an ending that is British in few words only", "Two parametres and three centimetres.", ["parametres"]],
  ["a table", "| Setting | Desciption |\n|---|---|\n| Port | The nubmer |", ["Desciption", "nubmer"]],
])("%s: found", async (_, text, expected) => {
  expect(await wordsIn(text)).toEqual(expected);
});

test("of front matter only titles and descriptions are read", async () => {
  const page = "---\ntitle: The overveiw\nsidebarTitel: frendly\ntags: [grobnik]\n---\n\nWords.\n";
  expect((await findNew({ "docs/new.md": page })).said).toEqual(["docs/new.md:2 overveiw"]);
});

test.each([".copydesk.yml", "cspell.json", ".vale/styles/config/vocabularies/Base/accept.txt"])(
  "the words of %s are known",
  async (list) => {
    const change = { "docs/new.md": "# New\n\nAsk the grobnik about a flarb.\n" };
    const { said } = await findNew(change, { before: { [list]: "words: [grobnik]\n" } });
    expect(said).toEqual(["docs/new.md:3 flarb"]);
    expect((await findNew({ ...change, [list]: "words: [grobnik]\n" })).said).toHaveLength(2);
  },
);

test("a moved page adds no words", async () => {
  const { said } = await findNew(
    { "docs/moved.md": docs["docs/page.md"] },
    { renames: { "docs/moved.md": "docs/page.md" } },
  );
  expect(said).toEqual([]);
});

test("pages in other languages are not judged, and that is reported", async () => {
  const german =
    "# Hilfe\n\nDiese Anleitung beschreibt, wie man den Dienst auf einem eigenen Rechner einrichtet.\n";
  for (const path of ["docs/hilfe.md", "docs/de/new.md"]) {
    const { said, unjudged } = await findNew({ [path]: path.includes("/de/") ? "Ein Grobnik.\n" : german });
    expect(said).toEqual([]);
    expect(unjudged).toHaveLength(1);
  }
});

test("a page in another language among English ones is left out, and that is reported", async () => {
  const latin = "# Lists\n\nPhasellus posuere in sem ut cursus, nullam sit amet tincidunt ipsum elemenutm.\n";
  const { said, partly, unjudged } = await findNew({
    "docs/lists.md": latin,
    "docs/page.md": "Words are mistyepd.\n",
  });
  expect(said).toEqual(["docs/page.md:1 mistyepd"]);
  expect(partly.map(({ reason }) => reason)).toEqual([
    "1 of 2 changed pages is not in English, and there is no other dictionary",
  ]);
  expect(unjudged).toEqual([]);
});

test("without a site before the change nothing is judged", async () => {
  const { site } = await openTexts({ "docs/a.md": "We recieve it.\n" });
  expect((await checkSite(site, { changedPaths: ["docs/a.md"] })).findings).toEqual([]);
});
