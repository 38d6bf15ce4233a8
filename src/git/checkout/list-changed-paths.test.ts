import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRepository, temporaryFolder } from "../../../test/helpers/git-fixture.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { parseRepository } from "../remote/parse-repository.ts";
import { createWorkspace, type Workspace } from "./create-workspace.ts";
import { listChangedPaths } from "./list-changed-paths.ts";

let folder: string;
let workspace: Workspace;

beforeAll(async () => {
  folder = await temporaryFolder();
  const files = { "a.md": "a\n", "b.md": "b\n", "c/d.md": "d\n", ".gitignore": "*.log\n", "ü.md": "u\n" };
  const { path } = await createRepository(files);
  const base = await fetchBase({
    mirrorsFolder: join(folder, "mirrors"),
    repository: parseRepository(path),
    ref: null,
    jobId: "job_1",
    allowPrivateAddresses: false,
  });
  workspace = await createWorkspace({
    workspacesFolder: join(folder, "workspaces"),
    name: "job_1",
    mirror: base.mirror,
    commit: base.baseCommit,
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("a fresh workspace lists nothing, however its files were touched", async () => {
  await writeFile(join(workspace.directory, "a.md"), "a\n");
  expect(await listChangedPaths(workspace)).toEqual([]);
});

test("lists changed, new, ignored and deleted files, whatever their attributes and names", async () => {
  const at = (path: string) => join(workspace.directory, path);
  await writeFile(at(".gitattributes"), "* text=auto eol=crlf filter=evil diff=evil\n");
  await writeFile(at("a.md"), "A\n");
  await rm(at("c/d.md"));
  await mkdir(at("new"));
  await writeFile(at("new/page.md"), "new\n");
  await writeFile(at("debug.log"), "ignored\n");
  await writeFile(at("ü.md"), "U\n");
  expect((await listChangedPaths(workspace)).sort()).toEqual(
    [".gitattributes", "a.md", "c/d.md", "debug.log", "new/page.md", "ü.md"].sort(),
  );
});
