import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRepository, type FixtureRepository, git, writeFiles } from "../../test/helpers/git-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createPageReader } from "../compose/create-page-reader.ts";
import { readConfig } from "../config.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { createProject } from "./create-project.ts";
import { type ListPagesDeps, listPages } from "./list-pages.ts";
import { previewInstructions, type ReadInstructions } from "./preview-instructions.ts";

let store: TestDatabase;
let folder: string;
let deps: ListPagesDeps & { readInstructions: ReadInstructions };
let close: () => Promise<void>;
const repositories: FixtureRepository[] = [];

beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "copydesk-pages-"));
  const config = readConfig({ COPYDESK_DATA: folder, DATABASE_URL: store.url });
  const reader = createPageReader(
    {
      ...{ database: store.database, config, publicUrl: () => "http://127.0.0.1", fetch },
      ...{ secretBox: createSecretBox(Buffer.alloc(32, 3)), knownSecrets: createKnownSecrets() },
    },
    folder,
  );
  close = reader.close;
  const { readPages, readInstructions } = reader;
  deps = { database: store.database, readPages, readInstructions, assertRefName };
});

afterAll(async () => {
  await close();
  await store.drop();
  for (const { remove } of repositories) await remove();
  await rm(folder, { recursive: true, force: true });
});

async function newProject(
  files: Record<string, string>,
): Promise<{ id: string; path: string; commit: string }> {
  const repository = await createRepository(files);
  repositories.push(repository);
  const { id } = await createProject(store, { name: "Docs", repository: repository.path });
  return { id, path: repository.path, commit: repository.commit };
}

const page = (title: string) => `---\ntitle: ${title}\n---\n\nText.\n`;

const sites: [string, Record<string, string>, { path: string; title: string | null }[]][] = [
  [
    "mintlify",
    {
      "docs.json": JSON.stringify({ name: "Docs", navigation: { pages: ["index", "guides/webhooks"] } }),
      "index.mdx": page("Home"),
      "guides/webhooks.mdx": page('"Web hooks"'),
      ".github/notes.md": "# Notes\n",
    },
    [
      { path: "guides/webhooks.mdx", title: "Web hooks" },
      { path: "index.mdx", title: "Home" },
    ],
  ],
  [
    "mkdocs",
    {
      "mkdocs.yml": "site_name: Docs\n",
      "docs/index.md": "# Home\n",
      "docs/api.md": "Text.\n",
      "README.md": "# Us\n",
    },
    [
      { path: "docs/api.md", title: null },
      { path: "docs/index.md", title: "Home" },
    ],
  ],
  [
    "mdbook",
    {
      ...{ "a/docusaurus.config.js": "module.exports = { title: 'A' };\n", "a/docs/start.md": "# A\n" },
      ...{ "b/book.toml": "[book]\n", "b/src/SUMMARY.md": "- [B](start.md)\n", "b/src/start.md": "# B\n" },
      "README.md": "# Us\n",
    },
    [
      { path: "a/docs/start.md", title: "A" },
      { path: "b/src/SUMMARY.md", title: null },
      { path: "b/src/start.md", title: "B" },
    ],
  ],
  [
    "plain",
    { "README.md": "# Us\n", "a/b.md": "# B\n" },
    [
      { path: "README.md", title: "Us" },
      { path: "a/b.md", title: "B" },
    ],
  ],
];

test.each(sites)("the pages of a %s site are listed with their titles", async (generator, files, pages) => {
  const { id, commit } = await newProject(files);
  // Until the generator is known, pages outside the site are listed too.
  await expect
    .poll(() => listPages(deps, id, {}), { timeout: 60_000 })
    .toEqual({ data: pages, total: pages.length, generator, commit });
});

test("searches path and title, ignoring case; matches at the beginning come first, and the total may exceed the limit", async () => {
  const { id } = await newProject({
    "index.md": "# About webhooks\n",
    "b/webhooks.md": "# Events\n",
    "a/other.md": "# Webhooks for all\n",
    "guide.md": "# Guide\n",
  });
  const paths = async (input: object) => {
    const { data, total } = await listPages(deps, id, input);
    return [data.map(({ path }) => path), total];
  };
  expect(await paths({ q: "WebHook" })).toEqual([["a/other.md", "b/webhooks.md", "index.md"], 3]);
  expect(await paths({ q: "WEBHOOK", limit: 1 })).toEqual([["a/other.md"], 3]);
  expect(await paths({ q: "b/web" })).toEqual([["b/webhooks.md"], 1]);
  expect(await paths({ q: "nothing" })).toEqual([[], 0]);
});

test("another branch has its own pages, and an unreadable one says why", async () => {
  const { id, path } = await newProject({ "index.md": "# Home\n" });
  await git(path, ["checkout", "--quiet", "-b", "v2"]);
  await git(path, ["mv", "index.md", "start.md"]);
  await git(path, ["commit", "--quiet", "-m", "move"]);
  expect((await listPages(deps, id, { ref: "v2" })).data).toEqual([{ path: "start.md", title: "Home" }]);
  expect((await listPages(deps, id, { ref: "main" })).data).toEqual([{ path: "index.md", title: "Home" }]);
  await expect(listPages(deps, id, { ref: "nope" })).rejects.toMatchObject({ code: "ref_not_found" });
  await expect(listPages(deps, id, { ref: "a..b" })).rejects.toMatchObject({ code: "invalid_ref" });
  await expect(listPages(deps, id, { limit: 0 })).rejects.toMatchObject({ code: "invalid_request" });
  await expect(listPages(deps, "prj_none", {})).rejects.toMatchObject({ code: "project_not_found" });
});

test("returns the instructions of the branch, as a job would receive them", async () => {
  const { id, path, commit } = await newProject({ "AGENTS.md": "Write short.\n", "index.md": "# Start\n" });
  const first = await previewInstructions(deps, id, {});
  expect(first).toEqual({
    ...{ commit, text: "From AGENTS.md:\nWrite short.", characters: 12, charactersMax: 16_000, isCut: false },
    files: [{ path: "AGENTS.md", text: "Write short.", characters: 12, usedCharacters: 12 }],
    policy: null,
  });
  await git(path, ["checkout", "-q", "-b", "next"]);
  await git(path, ["mv", "AGENTS.md", ".copydesk.yml"]);
  await writeFiles(path, { ".copydesk.yml": "never: [legal/**]\n" });
  await git(path, ["commit", "-qam", "a policy instead"]);
  expect(await previewInstructions(deps, id, { ref: "next" })).toMatchObject({
    ...{ text: null, files: [] },
    policy: { rules: expect.stringContaining("Never write legal/**."), problems: [] },
  });
  await writeFiles(path, { ".copydesk.yml": "nevr: [legal/**]\n" });
  await git(path, ["commit", "-qam", "a mistake"]);
  const { policy } = await previewInstructions(deps, id, { ref: "next" });
  expect(policy).toMatchObject({ rules: null, problems: [{ line: 1, column: 1 }] });
  await expect(previewInstructions(deps, id, { ref: "gone" })).rejects.toMatchObject({
    code: "ref_not_found",
  });
  await expect(previewInstructions(deps, "prj_none", {})).rejects.toMatchObject({
    code: "project_not_found",
  });
});
