import { fork } from "node:child_process";
import { once } from "node:events";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { MergeInput } from "../../src/code-hosts/types.ts";
import { openLocalHost } from "../../src/compose/open-local-host.ts";
import { readConfig } from "../../src/config.ts";
import { endWithTests } from "../helpers/end-with-tests.ts";
import { createRepository, git, writeFiles } from "../helpers/git-fixture.ts";
import { createTestDatabase, type TestDatabase } from "../helpers/test-database.ts";
import { useCleanups } from "../helpers/use-cleanups.ts";

/** A repository of this machine whose base branch somebody has checked out. */

const { cleanups, folder } = useCleanups();
const branch = "copydesk/job_1";
let store: TestDatabase;
let projects = 0;

beforeAll(async () => {
  store = await createTestDatabase();
});
afterAll(() => store.drop());

async function start() {
  const { path, remove } = await createRepository({
    "index.md": "one\ntwo\nthree\n",
    "other.md": "other\n",
    "old.md": "old\n",
  });
  cleanups.push(remove);
  await git(path, ["checkout", "-q", "-b", branch]);
  await writeFiles(path, { "index.md": "ONE\ntwo\nthree\n", "new.md": "new\n" });
  await git(path, ["rm", "-q", "old.md"]);
  await git(path, ["add", "."]);
  await git(path, ["commit", "-qm", "change"]);
  const head = await git(path, ["rev-parse", "HEAD"]);
  await git(path, ["checkout", "-q", "main"]);
  projects += 1;
  const projectId = `prj_${projects}`;
  await store.database.pool.query("insert into projects (id, name, repository) values ($1, 'p', $2)", [
    ...[projectId, path],
  ]);
  const dataFolder = await folder();
  const config = readConfig({ COPYDESK_DATA: dataFolder });
  const deps = { database: store.database, config, publicUrl: "http://127.0.0.1" };
  const host = openLocalHost(deps, { projectId, repository: path }, {}, undefined);
  await host.pullRequests.openPullRequest({
    ...{ title: "t", body: "b", patch: "", jobId: "job_1", draft: false, checks: null },
    ...{ branch, baseRef: "main", baseCommit: "", headCommit: head },
  });
  const merge: MergeInput = { method: "squash", headCommit: head, title: "Explain one", message: "" };
  return { path, head, projectId, dataFolder, review: host.review!, merge };
}

const countOf = async (path: string) => Number(await git(path, ["rev-list", "--count", "main"]));
const read = (path: string, name: string) => readFile(join(path, name), "utf8").catch(() => null);

async function expectMerged(path: string): Promise<void> {
  expect(await git(path, ["status", "--porcelain", "--untracked-files=no"])).toBe("");
  expect(await read(path, "index.md")).toBe("ONE\ntwo\nthree\n");
  expect([await read(path, "new.md"), await read(path, "old.md")]).toEqual(["new\n", null]);
  expect(await git(path, ["fsck", "--strict"])).not.toMatch(/missing|error/);
}

test.each(["merge", "squash"] as const)(
  "a clean folder follows a %s, its configuration stays",
  async (method) => {
    const { path, review, merge } = await start();
    await writeFiles(path, { "untracked.md": "mine\n" });
    const settings = await read(path, ".git/config");
    const { mergeCommit } = await review.merge(1, { ...merge, method });
    expect(await git(path, ["rev-parse", "HEAD"])).toBe(mergeCommit);
    await expectMerged(path);
    expect(await read(path, "untracked.md")).toBe("mine\n");
    expect(await read(path, ".git/config")).toBe(settings);
  },
);

const changes: [string, (path: string) => Promise<unknown>, string[]][] = [
  ["a changed page", (path) => writeFiles(path, { "index.md": "mine\n" }), ["index.md"]],
  ["another page", (path) => writeFiles(path, { "other.md": "mine\n" }), ["other.md"]],
  ["a new file in the way", (path) => writeFiles(path, { "new.md": "mine\n" }), ["new.md"]],
  ["a deleted page", (path) => git(path, ["rm", "-q", "other.md"]), ["other.md"]],
  [
    "two staged ones",
    async (path) => {
      await writeFiles(path, { "index.md": "mine\n", "other.md": "mine\n" });
      await git(path, ["add", "."]);
    },
    ["index.md", "other.md"],
  ],
];

test.each(changes)(
  "%s in the folder is named, and nothing is merged or overwritten",
  async (_, change, files) => {
    const { path, review, merge } = await start();
    await change(path);
    const state = async () => [
      await git(path, ["status", "--porcelain"]),
      await git(path, ["rev-parse", "main"]),
      ...(await Promise.all(["index.md", "other.md", "new.md", "old.md"].map((name) => read(path, name)))),
    ];
    const before = await state();
    const error = await review.merge(1, merge).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "working_tree_changed", details: { files } });
    for (const file of files) expect((error as Error).message).toContain(file);
    expect(await state()).toEqual(before);
    await git(path, ["stash", "-q", "--include-untracked"]);
    await review.merge(1, merge);
    await expectMerged(path);
  },
);

test("what somebody committed there meanwhile is merged with", async () => {
  const { path, review, merge } = await start();
  await writeFiles(path, { "other.md": "committed\n" });
  await git(path, ["commit", "-qam", "mine"]);
  await review.merge(1, merge);
  await expectMerged(path);
  expect(await read(path, "other.md")).toBe("committed\n");
});

test("six who merge at once make one commit of it", async () => {
  const { path, review, merge } = await start();
  const before = await countOf(path);
  await Promise.all(Array.from({ length: 6 }, () => review.merge(1, merge)));
  expect(await countOf(path)).toBe(before + 1);
  await expectMerged(path);
});

test("files that have the merge's content already, as of a git that was killed, are no obstacle", async () => {
  const { path, review, merge } = await start();
  await writeFiles(path, { "index.md": "ONE\ntwo\nthree\n", "new.md": "new\n" });
  await review.merge(1, merge);
  await expectMerged(path);
});

test("a folder with another branch is left as it is", async () => {
  const { path, review, merge } = await start();
  await git(path, ["checkout", "-q", "-b", "mine"]);
  await writeFiles(path, { "index.md": "mine\n" });
  const { mergeCommit } = await review.merge(1, merge);
  expect(await git(path, ["rev-parse", "main"])).toBe(mergeCommit);
  expect(await read(path, "index.md")).toBe("mine\n");
});

test("a branch that a second folder has checked out as well is refused", async () => {
  const { path, review, merge } = await start();
  const second = join(await folder(), "second");
  await git(path, ["worktree", "add", "-q", "--force", second, "main"]);
  await expect(review.merge(1, merge)).rejects.toMatchObject({ code: "merge_not_allowed" });
  expect(await read(path, "index.md")).toBe("one\ntwo\nthree\n");
});

/** A git that kills the process with the id in `pid` before or after one of its commands. */
async function killingGit(verb: string, when: "before" | "after"): Promise<{ path: string; pid: string }> {
  const place = await folder();
  const pid = join(place, "pid");
  const kill = `kill -9 "$(cat '${pid}')"`;
  const script = `#!/bin/sh
case " $* " in *" ${verb} "*)
  ${when === "before" ? `${kill}; sleep 1; exit 1` : `"$REAL_GIT" "$@"; ${kill}; exit 1`} ;;
esac
exec "$REAL_GIT" "$@"
`;
  const real = (process.env.PATH ?? "").split(":").map((at) => join(at, "git"));
  const find = `for git in ${real.map((one) => `'${one}'`).join(" ")}; do test -x "$git" && REAL_GIT="$git" && break; done\n`;
  const file = join(place, "git");
  await writeFile(file, script.replace("\n", `\n${find}`));
  await chmod(file, 0o755);
  return { path: place, pid };
}

const moments = ["read-tree -m", "receive-pack"].flatMap((verb) =>
  (["before", "after"] as const).map((when) => ({ verb, when })),
);

test.each(moments)(
  "a merge is made once although its process is killed $when $verb",
  async ({ verb, when }) => {
    const { path, projectId, dataFolder, review, merge } = await start();
    const before = await countOf(path);
    const killer = await killingGit(verb, when);
    const argument = { databaseUrl: store.url, projectId, number: 1, merge, repository: path };
    const child = fork(join(import.meta.dirname, "../fixtures/merge-once.ts"), [JSON.stringify(argument)], {
      ...{ execArgv: [], stdio: "inherit" },
      env: { ...process.env, COPYDESK_DATA: dataFolder, PATH: `${killer.path}:${process.env.PATH}` },
    });
    endWithTests(child);
    const ended = once(child, "exit");
    await writeFile(killer.pid, String(child.pid));
    expect((await ended)[1]).toBe("SIGKILL");
    // What was under way there ends by itself.
    await expect.poll(() => read(path, ".git/index.lock"), { timeout: 60_000 }).toBe(null);
    const { mergeCommit } = await review.merge(1, merge);
    expect(await countOf(path)).toBe(before + 1);
    expect(await git(path, ["rev-parse", "main"])).toBe(mergeCommit);
    await expectMerged(path);
  },
);
