import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createRepository, git, temporaryFolder, writeFiles } from "../../test/helpers/git-fixture.ts";
import { useCleanups } from "../../test/helpers/use-cleanups.ts";
import { plainRules } from "../../test/helpers/write-rules.ts";
import { assertChangeAllowed, type ChangeRules } from "./assert-change-allowed.ts";
import { createWorkspace, type Workspace } from "./create-workspace.ts";
import { diffWorkspace } from "./diff-workspace.ts";
import { fetchBase } from "./fetch-base.ts";
import { findHiddenCharacter, findSecret } from "./find-forbidden-text.ts";
import { treeHash } from "./write-tree.ts";

const { cleanups } = useCleanups();
const base = {
  "docs/a.md": "one\ntwo\nthree\n",
  "docs/rtl.md": "שלום \u200Fעולם\n",
  "docs/key.md": "ghp_EXAMPLE\n",
};

async function open(files: Record<string, string | Buffer> = base): Promise<Workspace> {
  const root = await temporaryFolder();
  const { path, remove } = await createRepository(files);
  cleanups.push(remove, () => rm(root, { recursive: true, force: true }));
  const repository = { kind: "path" as const, path };
  const mirrorsFolder = join(root, "m");
  const fetched = await fetchBase({
    mirrorsFolder,
    repository,
    ref: null,
    jobId: "job1",
    allowPrivateAddresses: false,
  });
  const { mirror, baseCommit: commit } = fetched;
  return await createWorkspace({ workspacesFolder: join(root, "w"), name: "job1", mirror, commit });
}

async function gateTree(workspace: Workspace, tree: string, rules: Partial<ChangeRules> = {}): Promise<void> {
  const { patch } = await diffWorkspace(workspace, tree);
  await assertChangeAllowed(workspace, { tree, patch, refuseWrite: plainRules(), ...rules });
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

const tokens = {
  aws: `AKIA${"ABCDEFGH12345678"}`,
  github: `ghp_${"a1B2".repeat(9)}`,
  fineGrained: `github_pat_${"a1B2_".repeat(12)}`,
  gitlab: `glpat-${"a1B2".repeat(5)}`,
  anthropic: `sk-ant-${"api03-a1B2".repeat(4)}`,
  slack: `xoxb-${"1234567890-abcdef"}`,
  copydesk: `cpd_${"a1B2c3D4"}_${"a1".repeat(19)}`,
  privateKey: `-----BEGIN RSA ${"PRIVATE KEY"}-----\n${"MIIEow+/".repeat(8)}\n`,
};

describe("assertChangeAllowed", () => {
  it("lets an ordinary change pass, also of pages that had such text before", async () => {
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

  it("refuses a path outside of those that may be written", async () => {
    const refuseWrite = plainRules({ jobPaths: ["docs/**"] });
    await expect(gate({ "guide.md": "x\n" }, { refuseWrite })).rejects.toMatchObject({
      code: "path_not_allowed",
      message: expect.stringContaining("outside of the job's paths"),
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

describe("findSecret", () => {
  const canary = "canary-7fA9-secret";
  const shapes: [string, string][] = [
    ["as it is", `x ${canary} y`],
    ["reversed", [...canary].reverse().join("")],
    ["base64", Buffer.from(canary).toString("base64")],
    ["base64 within other text", Buffer.from(`ab${canary}cde`).toString("base64")],
    ["base64, other alignment", Buffer.from(`a${canary}cde`).toString("base64")],
    ["hexadecimal", Buffer.from(canary).toString("hex").toUpperCase()],
    ["split", canary.split("").join(" ")],
    ["split over lines", canary.split("").join("\n- ")],
  ];
  it.each(shapes)("finds a known secret %s", (_how, text) => {
    expect(findSecret(text, "", [canary])).toBe("a secret of this installation");
  });

  it("leaves ordinary text alone", () => {
    const text =
      "Keys look like cpd_… and ghp_xxx; use -----BEGIN PRIVATE KEY----- as the first line. AKIA. sk-learn.";
    expect(findSecret(text, "", [canary, "", "--------", "short"])).toBeNull();
  });

  it("leaves a token alone that the removed lines had", () => {
    expect(findSecret(`new ${tokens.aws}`, `old ${tokens.aws}`, [])).toBeNull();
  });
});

describe("findHiddenCharacter", () => {
  it.each([
    "\u202A",
    "\u202E",
    "\u2066",
    "\u2069",
    "\u200B",
    "\u200E",
    "\u200F",
    "\u{E0041}",
    "\u{E007F}",
    "a\u200Db",
  ])("finds %j", (text) => {
    expect(findHiddenCharacter(`x${text}y`, "")).not.toBeNull();
    expect(findHiddenCharacter(`z${text}y`, `x${text}y`)).toBeNull();
    expect(findHiddenCharacter(`z${text}y${text}`, `x${text}y`)).not.toBeNull();
  });

  it.each([
    "👩‍🚀",
    "👩🏽‍🚀",
    "🏳️‍🌈",
    "क्‍ष",
    "می‌خواهم",
    "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
  ])("lets %s pass", (text) => {
    expect(findHiddenCharacter(text, "")).toBeNull();
  });
});
