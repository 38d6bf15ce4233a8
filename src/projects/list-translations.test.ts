import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { commitAll, createRepository, writeFiles } from "../../test/helpers/git-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../../test/helpers/test-database.ts";
import { createPageReader } from "../compose/create-page-reader.ts";
import { readConfig } from "../config.ts";
import { assertRefName } from "../git/assert-ref-name.ts";
import { createKnownSecrets } from "../outgoing/known-secrets.ts";
import { createSecretBox } from "../secrets/secret-box.ts";
import { recordPath } from "../translations/translation-record.ts";
import { createProject } from "./create-project.ts";
import { listTranslations } from "./list-translations.ts";

const pages = {
  "docs/a.md": "# A\n\nOne.\n\nTwo.\n",
  "docs/b.md": "# B\n\nThree.\n",
  "docs/de/a.md": "# A\n\nEins.\n\nZwei.\n",
  "docs/de/b.md": "# B\n\nDrei.\n",
  "docs/fr/a.md": "# A\n\nUn.\n\nDeux.\n",
};

let store: TestDatabase;
let folder: string;
let reader: ReturnType<typeof createPageReader>;

beforeAll(async () => {
  store = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "copydesk-translations-"));
  const config = readConfig({ COPYDESK_DATA: folder, DATABASE_URL: store.url });
  reader = createPageReader(
    {
      ...{ database: store.database, config, publicUrl: () => "http://127.0.0.1", fetch },
      ...{ secretBox: createSecretBox(Buffer.alloc(32, 3)), knownSecrets: createKnownSecrets() },
    },
    folder,
  );
});

afterAll(async () => {
  await reader.close();
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

async function newProject(files: Record<string, string>) {
  const { path, commit, remove } = await createRepository(files);
  onTestFinished(remove);
  const { id } = await createProject(store, { name: "Docs", repository: path });
  const { readTranslations } = reader;
  return {
    ...{ id, path, commit },
    list: (input: object = {}) =>
      listTranslations({ database: store.database, readTranslations, assertRefName }, id, input),
    change: async (changed: Record<string, string>) => {
      await writeFiles(path, changed);
      return await commitAll(path, "change");
    },
  };
}

const upToDate = (language: string, current: number) => ({
  ...{ language, current, stale: [], unknown: [], isRecordBroken: false },
});

test("lists a changed source with its blocks and the commit up to which it is translated", async () => {
  const { commit, list, change } = await newProject(pages);
  expect(await list()).toEqual({
    ...{ commit, sourceLanguage: "en" },
    data: [upToDate("de", 2), upToDate("fr", 1)],
  });
  const next = await change({ "docs/a.md": "# A\n\nOne.\n\nTwo!\n\nThree.\n" });
  const stale = (language: string) => ({
    ...{ path: `docs/${language}/a.md`, source: "docs/a.md", staleBlocks: 2, blocks: 4 },
    upTo: { commit, at: expect.stringMatching(/^\d{4}-.*Z$/) },
  });
  expect(await list()).toMatchObject({
    commit: next,
    data: [
      { language: "de", current: 1, stale: [stale("de")] },
      { language: "fr", current: 0, stale: [stale("fr")] },
    ],
  });
  await change({ "docs/fr/a.md": "# A\n\nUn.\n\nDeux !\n\nTrois.\n" });
  expect((await list()).data[1]).toEqual(upToDate("fr", 1));
});

test("leaves out what jobs may not write, and takes another source language from the policy", async () => {
  const { id, list, change } = await newProject(pages);
  await change({ ".copydesk.yml": "languages: [en, de]\nnever: [docs/de/b.md]\n" });
  expect((await list()).data).toEqual([upToDate("de", 1)]);
  await store.database.pool.query("update projects set settings = $2 where id = $1", [
    ...[id, JSON.stringify({ protectedPaths: ["docs/de/**"] })],
  ]);
  expect((await list()).data).toEqual([]);
  await change({ ".copydesk.yml": "languages: [fr, en]\n" });
  expect((await list()).sourceLanguage).toBe("fr");
});

test("reports an unreadable record as broken; refuses an unreadable policy with its line", async () => {
  const { list, change } = await newProject(pages);
  await change({ [recordPath("de")]: "{" });
  expect((await list()).data[0]).toMatchObject({ language: "de", isRecordBroken: true });
  await change({ ".copydesk.yml": "languages: 7\n" });
  await expect(list()).rejects.toMatchObject({
    ...{ code: "invalid_policy", message: expect.stringContaining(".copydesk.yml:1:") },
  });
  await expect(list({ ref: "nowhere" })).rejects.toMatchObject({ code: "ref_not_found" });
});
