import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertChangeAllowed } from "../../../test/helpers/checkout/assert-change-allowed.ts";
import { diffWorkspace } from "../../../test/helpers/checkout/diff-workspace.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import { createRepository, git, temporaryFolder, writeFiles } from "../../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import { plainRules } from "../../../test/helpers/write-rules.ts";
import { createGate } from "../../outgoing/create-gate.ts";
import { createKnownSecrets } from "../../outgoing/known-secrets.ts";
import { createWorkspace, type Workspace } from "../checkout/create-workspace.ts";
import { findStringsAt } from "../checkout/find-strings-at.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import type { ChangeRules } from "./assert-change-allowed.ts";

const { cleanups } = useCleanups();
const base = {
  "docs/a.md": "one\ntwo\nthree\n",
  "docs/rtl.md": "שלום \u200Fעולם\n",
  "docs/key.md": "ghp_EXAMPLE\n",
};

interface Mirror {
  mirror: string;
  baseCommit: string;
  remove(): Promise<void>;
}

async function fetchFiles(files: Record<string, string | Buffer>): Promise<Mirror> {
  const root = await temporaryFolder();
  const { path, remove } = await createRepository(files);
  const repository = { kind: "path" as const, path };
  const shared = { repository, ref: null, jobId: "job1", allowPrivateAddresses: false };
  const fetched = await fetchBase({ ...shared, mirrorsFolder: root });
  return {
    ...fetched,
    async remove() {
      await remove();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Workspaces of the base files, which most tests use. */
let common: Mirror;
beforeAll(async () => {
  common = await fetchFiles(base);
});
afterAll(() => common.remove());

async function open(files?: Record<string, string | Buffer>): Promise<Workspace> {
  const fetched = files === undefined ? common : await fetchFiles(files);
  const root = await temporaryFolder();
  cleanups.push(async () => {
    await rm(root, { recursive: true, force: true });
    if (fetched !== common) await fetched.remove();
  });
  const { mirror, baseCommit: commit } = fetched;
  return await createWorkspace({ workspacesFolder: root, name: "job1", mirror, commit });
}

async function gateTree(workspace: Workspace, tree: string, rules: Partial<ChangeRules> = {}): Promise<void> {
  const { patch } = await diffWorkspace(workspace, tree);
  const secrets = createGate(() => createKnownSecrets().of(null));
  secrets.trust((tokens) => findStringsAt(workspace, tokens));
  const { findSecret } = secrets;
  await assertChangeAllowed(workspace, { tree, patch, refuseWrite: plainRules(), findSecret, ...rules });
}

async function gate(files: Record<string, string | Buffer>, rules: Partial<ChangeRules> = {}): Promise<void> {
  const workspace = await open();
  await writeFiles(workspace.directory, files);
  await gateTree(workspace, await treeHash(workspace, Object.keys(files)), rules);
}

/** A tree with an entry that the agent's own tools could not make. */
async function treeWith(workspace: Workspace, entry: string): Promise<string> {
  const bare = ["--git-dir", workspace.gitDirectory];
  await git(workspace.root, [...bare, "update-index", "--add", "--cacheinfo", entry]);
  return await git(workspace.root, [...bare, "write-tree"]);
}

const random = "q7Zp2Kd9Xw4Rt6Bn1Vm8Lc3Gh5Jf0Ys7Ue2Ia9Qo4Wk6Px1Nz";
const tokens = {
  aws: `AKIA${"Q7ZP2KD9XW4RT6BN"}`,
  github: `ghp_${random.slice(0, 36)}`,
  fineGrained: `github_pat_${random}_${random}`,
  gitlab: `glpat-${random.slice(0, 20)}`,
  anthropic: `sk-ant-api03-${random}`,
  slack: `xoxb-${random.slice(0, 24)}`,
  copydesk: `cpd_${random.slice(0, 8)}_${random.slice(5, 43)}`,
  privateKey: `-----BEGIN RSA ${"PRIVATE KEY"}-----\n${random}\n`,
};

describe("assertChangeAllowed", () => {
  it("allows an ordinary change, also of pages that had such text before", async () => {
    const changed = {
      "docs/a.md": "one\n2\nthree\n",
      "docs/rtl.md": "שלום \u200Fלכולם\n",
      "docs/new.md": "नमस्ते क्‍ष 👩‍🚀\n",
    };
    await expect(gate(changed)).resolves.toBeUndefined();
    await expect(
      gate(changed, { refuseWrite: plainRules({ jobPaths: ["docs/**"] }) }),
    ).resolves.toBeUndefined();
  });

  it.each([
    ".github/workflows/x.yml",
    ".gitlab-ci.yml",
    ".gitea/workflows/x.yml",
    ".forgejo/workflows/x.yml",
    "docs/.gitattributes",
    ".copydesk/AGENTS.md",
    "AGENTS.md",
    "docs/CLAUDE.md",
    ".claude/settings.json",
  ])("refuses %s", async (path) => {
    const refused = { code: "path_not_allowed", message: expect.stringContaining(path) };
    await expect(gate({ [path]: "x\n" })).rejects.toMatchObject(refused);
  });

  it("refuses a path outside the writable ones", async () => {
    const refuseWrite = plainRules({ jobPaths: ["docs/**"] });
    await expect(gate({ "guide.md": "x\n" }, { refuseWrite })).rejects.toMatchObject({
      code: "path_not_allowed",
      message: expect.stringContaining("outside the job's paths"),
    });
  });

  it("refuses to move a protected file away", async () => {
    const workspace = await open({
      ".gitattributes": "*.md text\n# long enough to be found as a move\n",
      "a.md": "a\n",
    });
    await rm(join(workspace.directory, ".gitattributes"));
    await writeFiles(workspace.directory, { "b.md": "*.md text\n# long enough to be found as a move\n" });
    const tree = await treeHash(workspace, [".gitattributes", "b.md"]);
    await expect(gateTree(workspace, tree)).rejects.toMatchObject({ code: "path_not_allowed" });
  });

  it.each([
    ["a link", "120000", "symbolic link"],
    ["a submodule", "160000", "submodule"],
  ])("refuses %s that something put into the tree", async (_what, mode, words) => {
    const workspace = await open();
    const blob = await git(
      workspace.root,
      ["--git-dir", workspace.gitDirectory, "hash-object", "-w", "--stdin"],
      {
        input: "/etc/passwd",
      },
    );
    for (const path of ["docs/evil.md", "docs/a.md"]) {
      const hash = mode === "160000" ? workspace.baseCommit : blob;
      const tree = await treeWith(workspace, `${mode},${hash},${path}`);
      await expect(gateTree(workspace, tree)).rejects.toMatchObject({
        code: "forbidden_change",
        message: expect.stringContaining(words),
      });
    }
  });

  it("refuses too many files and too large a patch", async () => {
    const files = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`docs/n${at}.md`, `${at}\n`]));
    await expect(gate(files)).rejects.toMatchObject({
      code: "diff_too_large",
      message: expect.stringContaining("101"),
    });
    await expect(gate({ "docs/a.md": "x\n".repeat(600_000) })).rejects.toMatchObject({
      code: "diff_too_large",
    });
    await expect(gate(files, { maxFiles: 101 })).resolves.toBeUndefined();
  });

  it.each(Object.entries(tokens))("refuses a new token: %s", async (_kind, token) => {
    const refused = { code: "forbidden_change" };
    await expect(gate({ "docs/a.md": `one\n${token}\n` })).rejects.toMatchObject(refused);
    await expect(gate({ "docs/b.png": `\0\0${token}\0` })).rejects.toMatchObject(refused);
  });

  it("allows a token that the repository already contains", async () => {
    const workspace = await open({ ...base, "docs/example.md": `Such as ${tokens.github}.\n` });
    await writeFiles(workspace.directory, { "docs/a.md": `one\nas ${tokens.github}\nthree\n` });
    await expect(gateTree(workspace, await treeHash(workspace, ["docs/a.md"]))).resolves.toBeUndefined();
    await writeFiles(workspace.directory, { "docs/a.md": `one\n${tokens.gitlab}\nthree\n` });
    await expect(gateTree(workspace, await treeHash(workspace, ["docs/a.md"]))).rejects.toMatchObject({
      code: "forbidden_change",
      message: "The change may not be pushed because of docs/a.md: it brings a GitLab token.",
    });
  });

  it("refuses a secret in a file name", async () => {
    await expect(gate({ [`docs/${tokens.aws}.md`]: "x\n" })).rejects.toMatchObject({
      code: "forbidden_change",
    });
    await expect(gate({ "docs/a\u202Eb.md": "x\n" })).rejects.toMatchObject({ code: "forbidden_change" });
  });

  it("refuses hidden characters in added lines, also among lines that look like a header", async () => {
    await expect(gate({ "docs/a.md": "one\ntwo\u202E\nthree\n" })).rejects.toMatchObject({
      code: "forbidden_change",
      message: expect.stringContaining("U+202E"),
    });
    const disguised = "one\n++ b/docs/x\n@@ -1,2 +1,2 @@\ndiff --git a/x b/x\n\u{E0041}\n";
    await expect(gate({ "docs/a.md": disguised })).rejects.toMatchObject({ code: "forbidden_change" });
  });
});
