import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { createRepository, git, temporaryFolder } from "../git-fixture.ts";
import { branchCommit } from "./branch-commits.ts";

export interface SceneRepository {
  /** Folder that holds the repositories. */
  root: string;
  /** The bare repository. */
  folder: string;
  commit: string;
  remove(): Promise<void>;
}

interface Template {
  /** By path below the repository; null for an empty folder. */
  files: Map<string, Buffer | null>;
  commit: string;
}

let template: Promise<Template> | undefined;

/** A bare repository at `<root>/<path>` with branches "main" and "next" and one page. */
export async function createSceneRepository(path: string): Promise<SceneRepository> {
  // Made once in a process: git takes longer for it than most cases do.
  template ??= makeTemplate();
  const { files, commit } = await template;
  const root = await temporaryFolder();
  const folder = join(root, path);
  for (const [name, content] of files) {
    await mkdir(content === null ? join(folder, name) : dirname(join(folder, name)), { recursive: true });
    if (content !== null) await writeFile(join(folder, name), content);
  }
  return { root, folder, commit, remove: () => rm(root, { recursive: true, force: true }) };
}

async function makeTemplate(): Promise<Template> {
  const source = await createRepository({ "index.md": "# Welcome\n\nHello.\n" });
  const root = await temporaryFolder();
  try {
    await git(source.path, ["branch", "next"]);
    await git(root, ["clone", "--quiet", "--bare", "--template=", source.path, "bare"]);
    return { files: await readFolder(join(root, "bare")), commit: source.commit };
  } finally {
    await source.remove();
    await rm(root, { recursive: true, force: true });
  }
}

async function readFolder(folder: string): Promise<Template["files"]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: Template["files"] = new Map();
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    files.set(relative(folder, path), entry.isDirectory() ? null : await readFile(path));
  }
  return files;
}

/** Makes a branch with one new commit on top of another branch, and answers the commit. */
export async function pushBranchTo(folder: string, branch: string, from = "main"): Promise<string> {
  const page = `# ${branch}\n`;
  const input = [
    `commit refs/heads/${branch}`,
    "committer Fixture <fixture@example.com> now",
    `data ${Buffer.byteLength(branch)}\n${branch}`,
    `from ${from}^0`,
    "deleteall",
    `M 100644 inline index.md\ndata ${Buffer.byteLength(page)}\n${page}`,
  ];
  await git(folder, ["fast-import", "--quiet", "--force", "--date-format=now"], { input: input.join("\n") });
  return (await branchCommit(folder, branch))!;
}
