import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { commitAll, createRepository, git, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { sendToTrigger } from "../../../test/helpers/send-to-trigger.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/helpers/test-database.ts";
import { addContextRepository } from "../../context/add-context-repository.ts";
import { noAccess } from "../../git/remote/git-access.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import { createLog } from "../../log.ts";
import { createProject } from "../../projects/create-project.ts";
import { createSecretBox } from "../../secrets/secret-box.ts";
import { createTrigger } from "../../triggers/create-trigger.ts";
import { listTriggerHistory } from "../../triggers/list-trigger-history.ts";
import { changeTrigger } from "../../triggers/manage-trigger.ts";
import { lookAtSources, type SourceDeps } from "./look-at-sources.ts";

const secretBox = createSecretBox(randomBytes(32));
const signal = new AbortController().signal;
let store: TestDatabase;
let mirrorsFolder: string;
let source: string;
let removeSource: () => Promise<void>;

beforeAll(async () => {
  store = await createTestDatabase();
  mirrorsFolder = await mkdtemp(join(tmpdir(), "copydesk-test-"));
});

beforeEach(async () => {
  await store.database.pool.query("truncate projects cascade");
  await removeSource?.();
  const made = await createRepository({ "src/a.txt": "1\n", "readme.txt": "1\n" });
  source = made.path;
  removeSource = made.remove;
});

afterAll(async () => {
  await removeSource();
  await rm(mirrorsFolder, { recursive: true, force: true });
  await store.drop();
});

async function make(
  kind: "source_change" | "release",
  settings: object = {},
  repository = "https://example.com/d",
) {
  const { database } = store;
  const deps = { database, secretBox, publicUrl: "https://docs.example.com" };
  const { id: projectId } = await createProject(store, { name: "docs", repository });
  await addContextRepository(deps, projectId, { name: "api", repository: source });
  const { record, secret } = await createTrigger(deps, projectId, {
    ...{ name: "t", prompt: "Do {{text}}", kind, settings: { source: "api", ...settings } },
  });
  const trigger = { deps, projectId, triggerId: record.id, secret: secret! };
  const sourceDeps: SourceDeps = {
    ...{ database, mirrorsFolder, allowPrivateAddresses: false, network: { allowPlainHttp: false } },
    log: createLog({ level: "silent", pretty: false }),
    openProjectHost() {
      throw new Error("these repositories need no credentials");
    },
    async openContext() {
      const { rows } = await database.pool.query<{ name: string; repository: string }>(
        "select name, repository from context_repositories where project_id = $1",
        [projectId],
      );
      return rows.map(({ name, repository }) => ({
        ...{ name, repository, parsed: parseRepository(repository), ref: null, include: [] },
        access: async () => noAccess,
      }));
    },
  };
  /** As if a minute had passed; several processes at once. */
  async function look(): Promise<void> {
    await database.pool.query("update trigger_sources set looked_at = '-infinity'");
    await Promise.all([1, 2, 3].map(() => lookAtSources(sourceDeps, signal)));
  }
  const events = async () =>
    (await listTriggerHistory(store, trigger)).data
      .map(({ event, state, note }) => ({ ...event, state, note }))
      .reverse();
  await look();
  return { ...trigger, look, events };
}

async function change(path: string, message = `Change ${path}`): Promise<string> {
  await writeFiles(source, { [path]: `${randomUUID()}\n` });
  return await commitAll(source, message);
}

async function merge(branch: string, path: string): Promise<string> {
  await git(source, ["switch", "--quiet", "-c", branch]);
  await change(path);
  await git(source, ["switch", "--quiet", "main"]);
  await git(source, ["merge", "--quiet", "--no-ff", branch]);
  return await git(source, ["rev-parse", "HEAD"]);
}

test("existing commits are noted and start nothing", async () => {
  const { look, events } = await make("source_change");
  await look();
  expect(await events()).toEqual([]);
});

test("commits since the last look are one push, once only, however many processes look at once", async () => {
  const { look, events } = await make("source_change", { paths: ["src/**"] });
  const before = await git(source, ["rev-parse", "HEAD"]);
  await change("src/b.txt", "Add b\n\nIt is needed.");
  const commit = await change("readme.txt");
  await look();
  await look();
  const [event, ...others] = await events();
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    ...{ kind: "push", repository: `file://${source}`, ref: "main", commit, before, state: "waiting" },
    ...{ paths: ["readme.txt", "src/b.txt"], title: "Change readme.txt" },
    text: "Change readme.txt\n\nAdd b\n\nIt is needed.",
  });
  expect(event!.author).toBeUndefined();
  await change("readme.txt");
  await look();
  expect((await events()).at(-1)).toMatchObject({ note: "no path that was changed matches" });
});

test("a push that was reported is not seen again, and one that was seen counts as reported", async () => {
  const made = await make("source_change");
  const tell = (commit: string) =>
    sendToTrigger(made, { kind: "push", repository: source, ref: "main", commit, text: "told" });
  const first = await change("src/b.txt");
  expect((await tell(first)).repeated).toBe(false);
  await made.look();
  expect((await made.events()).map(({ text }) => text)).toEqual(["told"]);
  const second = await change("src/c.txt");
  const third = await change("src/d.txt");
  await made.look();
  expect((await tell(second)).repeated).toBe(true);
  expect((await tell(third)).repeated).toBe(true);
  expect((await made.events()).map(({ text }) => text)).toEqual([
    "told",
    "Change src/d.txt\n\nChange src/c.txt",
  ]);
  const fourth = await change("src/e.txt");
  await change("src/f.txt");
  await tell(fourth);
  await made.look();
  expect((await made.events()).slice(2).map(({ text }) => text)).toEqual(["told", "Change src/f.txt"]);
});

test("the project's own repository is watched like any other", async () => {
  const { look, events } = await make("source_change", { source: ".", translate: ["de", "fr"] }, source);
  const first = await change("docs/a.md");
  await look();
  await change("docs/de/a.md", "Translate\n\nCopydesk-Job: job_0123456789abcdefghijkl");
  await look();
  const third = await change("docs/b.md", "Describe b\n\nCopydesk-Job: job_0123456789abcdefghijkl");
  await look();
  const note = "it changes no page in the source language";
  expect(await events()).toMatchObject([
    { commit: first, language: "de", state: "waiting" },
    { commit: first, language: "fr", state: "waiting" },
    { language: "de", state: "ignored", note },
    { commit: third, language: "de", state: "waiting" },
    { commit: third, language: "fr", state: "waiting" },
  ]);
});

test("merges are seen one by one, with their branch and paths", async () => {
  const { look, events } = await make("source_change", { on: "merge", paths: ["src/**"] });
  const one = await merge("orders", "src/orders.txt");
  await change("readme.txt");
  const two = await merge("copydesk/job_1", "src/ours.txt");
  await look();
  await look();
  expect(await events()).toMatchObject([
    { kind: "merge", commit: one, before: "orders", paths: ["src/orders.txt"], state: "waiting" },
    { kind: "merge", commit: two, state: "ignored", note: "Copydesk did this itself" },
  ]);
});

test("matching branches are watched: a new one shows what no other has, a deleted one nothing", async () => {
  const { look, events } = await make("source_change", { refs: ["main", "release/*"] });
  await git(source, ["branch", "release/1"]);
  await git(source, ["branch", "other"]);
  await look();
  expect(await events()).toEqual([]);
  await git(source, ["switch", "--quiet", "-c", "release/2"]);
  const commit = await change("src/b.txt");
  await git(source, ["branch", "--quiet", "-D", "release/1"]);
  await look();
  expect(await events()).toMatchObject([{ ref: "release/2", commit, paths: ["src/b.txt"] }]);
});

test("a trigger that changes to other branches begins with their current state", async () => {
  const { deps, projectId, triggerId, look, events } = await make("source_change");
  await git(source, ["switch", "--quiet", "-c", "release/1"]);
  await change("src/b.txt");
  const settings = { source: "api", refs: ["release/*"] };
  await changeTrigger(deps, { projectId, triggerId }, { settings });
  await look();
  await look();
  expect(await events()).toEqual([]);
  const commit = await change("src/c.txt");
  await look();
  expect(await events()).toMatchObject([{ ref: "release/1", commit, paths: ["src/c.txt"] }]);
});

test("a rewritten branch shows what is new, and one that was reset shows nothing", async () => {
  const { look, events } = await make("source_change");
  await change("src/b.txt");
  await look();
  await git(source, ["reset", "--quiet", "--hard", "HEAD~1"]);
  await look();
  expect(await events()).toHaveLength(1);
  const commit = await change("src/c.txt");
  await look();
  expect((await events()).slice(1)).toMatchObject([{ commit, paths: ["src/c.txt"] }]);
  await git(source, ["switch", "--quiet", "--orphan", "new"]);
  const root = await change("src/root.txt");
  await git(source, ["branch", "--quiet", "-f", "main", "new"]);
  await git(source, ["switch", "--quiet", "main"]);
  await look();
  expect((await events()).at(-1)).toMatchObject({ commit: root, paths: ["src/root.txt"] });
});

test("a new tag is a release with its own message, whether reported or seen", async () => {
  const made = await make("release", { refs: ["v*"] });
  await git(source, ["tag", "-a", "v1.0.0", "-m", "Orders have totals."]);
  await git(source, ["tag", "nightly"]);
  await made.look();
  const commit = await git(source, ["rev-parse", "HEAD"]);
  expect(await made.events()).toMatchObject([
    { kind: "release", ref: "v1.0.0", commit, text: "Orders have totals.", state: "waiting" },
  ]);
  expect((await sendToTrigger(made, { kind: "release", ref: "v1.0.0" })).repeated).toBe(true);
  await sendToTrigger(made, { kind: "release", ref: "v2.0.0" });
  await git(source, ["tag", "v2.0.0"]);
  await made.look();
  expect(await made.events()).toHaveLength(2);
});

test("an unreachable repository is reported once an hour, and seen again when it is back", async () => {
  const { look, events } = await make("source_change");
  const aside = `${source}-aside`;
  await git(source, ["clone", "--quiet", "--no-hardlinks", source, aside]);
  await rm(join(source, ".git"), { recursive: true });
  await look();
  await look();
  expect((await events()).map(({ state }) => state)).toEqual(["refused"]);
  await git(aside, ["clone", "--quiet", "--bare", aside, join(source, ".git")]);
  await git(source, ["config", "core.bare", "false"]);
  await git(source, ["reset", "--quiet", "--hard"]);
  const commit = await change("src/b.txt");
  await look();
  expect((await events()).slice(1)).toMatchObject([{ commit, state: "waiting" }]);
  await rm(aside, { recursive: true });
});

test("reading changes nothing in the source", async () => {
  const { look } = await make("source_change");
  await merge("orders", "src/orders.txt");
  const state = () => git(source, ["for-each-ref"]);
  const before = await state();
  await look();
  expect(await state()).toBe(before);
  expect(await git(source, ["status", "--porcelain", "--ignored"])).toBe("");
});

test("a trigger on a missing context repository is refused", async () => {
  await expect(make("source_change", { source: "other" })).rejects.toMatchObject({
    code: "context_not_found",
  });
});
