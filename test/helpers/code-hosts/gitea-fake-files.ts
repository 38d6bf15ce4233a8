import { rm } from "node:fs/promises";
import { join } from "node:path";
import { git, temporaryFolder } from "../git-fixture.ts";
import { branchCommit } from "./branch-commits.ts";
import type { FakeAnswer } from "./fake-server.ts";
import { fail, type GiteaCall } from "./gitea-fake-call.ts";
import type { GiteaState } from "./gitea-state.ts";

interface Entry {
  path: string;
  name: string;
  sha: string;
  type: "file" | "dir";
}

/** A folder's entries, or one file. */
export async function listContents({ state, params, query }: GiteaCall): Promise<FakeAnswer> {
  const { folder } = state.repository;
  const ref = query.get("ref") ?? "main";
  const path = params[2] ?? "";
  const kind = await git(folder, ["cat-file", "-t", `${ref}:${path}`]).catch(() => null);
  if (kind === null) return fail(state, 404, "object does not exist [id: , rel_path: ]");
  if (kind === "tree") return { status: 200, body: await readTree(folder, `${ref}:${path}`, path) };
  const sha = await git(folder, ["rev-parse", `${ref}:${path}`]);
  return { status: 200, body: { path, name: path.split("/").at(-1), sha, type: "file", encoding: "base64" } };
}

async function readTree(folder: string, tree: string, below: string): Promise<Entry[]> {
  const text = await git(folder, ["ls-tree", "-z", tree]);
  return text
    .split("\0")
    .filter(Boolean)
    .map((line) => {
      const [, kind, sha, name] = /^\d+ (\w+) (\w+)\t(.*)$/s.exec(line)! as unknown as [
        string,
        string,
        string,
        string,
      ];
      return {
        path: below === "" ? name : `${below}/${name}`,
        name,
        sha,
        type: kind === "tree" ? "dir" : "file",
      };
    });
}

interface Operation {
  operation: string;
  path: string;
  content?: string;
  sha?: string;
}

/** One commit of all files, on a branch that is there. */
export async function changeFiles({ state, body }: GiteaCall): Promise<FakeAnswer> {
  const { folder } = state.repository;
  const {
    files,
    branch = "main",
    message = "",
  } = body as {
    files: Operation[];
    branch?: string;
    message?: string;
  };
  const head = await branchCommit(folder, branch);
  if (head === null) return fail(state, 404, `branch does not exist [name: ${branch}]`);
  const scratch = await temporaryFolder();
  try {
    const env = { GIT_INDEX_FILE: join(scratch, "index") };
    await git(folder, ["read-tree", head], { env });
    for (const file of files) {
      const problem = await apply(state, file, env);
      if (problem !== null) return problem;
    }
    const tree = await git(folder, ["write-tree"], { env });
    const commit = await git(folder, ["commit-tree", tree, "-p", head, "-F", "-"], { input: `${message}\n` });
    const moved = await git(folder, ["update-ref", `refs/heads/${branch}`, commit, head]).catch(() => null);
    // The push from the host's own clone is out of date: it has no better answer.
    if (moved === null) return fail(state, 500, "");
    return { status: 201, body: { files: [], commit: { sha: commit, parents: [{ sha: head }], message } } };
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function apply(
  state: GiteaState,
  { operation, path, content = "", sha }: Operation,
  env: Record<string, string>,
): Promise<FakeAnswer | null> {
  const { folder } = state.repository;
  const [, known] = /^\d+ (\w+) 0\t/.exec(await git(folder, ["ls-files", "-s", "--", path], { env })) ?? [];
  if (operation === "create" && known !== undefined) {
    return fail(state, 422, `repository file already exists [path: ${path}]`);
  }
  if (operation !== "create") {
    if (known === undefined) return fail(state, 404, `repository file does not exist [path: ${path}]`);
    if (sha === undefined) return fail(state, 422, "a SHA or commit ID must be proved when updating a file");
    if (sha !== known) {
      return fail(state, 422, `sha does not match [given: ${sha}, expected: ${known}]`);
    }
  }
  if (operation === "delete") return await updateIndex(state, `0 ${"0".repeat(40)}\t${path}\0`, env);
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(content)) return fail(state, 422, "illegal base64 data");
  const blob = await git(folder, ["hash-object", "-w", "--stdin"], { input: Buffer.from(content, "base64") });
  return await updateIndex(state, `100644 ${blob}\t${path}\0`, env);
}

async function updateIndex(state: GiteaState, input: string, env: Record<string, string>): Promise<null> {
  await git(state.repository.folder, ["update-index", "-z", "--index-info"], { env, input });
  return null;
}
