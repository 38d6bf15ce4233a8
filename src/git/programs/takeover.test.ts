import { chmod, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assertChangeAllowed } from "../../../test/helpers/checkout/assert-change-allowed.ts";
import { commitWorkspace } from "../../../test/helpers/checkout/commit-workspace.ts";
import { diffWorkspace } from "../../../test/helpers/checkout/diff-workspace.ts";
import { listFiles } from "../../../test/helpers/checkout/list-files.ts";
import { readFileAt } from "../../../test/helpers/checkout/read-file-at.ts";
import { treeHash } from "../../../test/helpers/checkout/write-tree.ts";
import {
  createRepository,
  type FixtureRepository,
  git,
  temporaryFolder,
} from "../../../test/helpers/git-fixture.ts";
import { createWorkspace } from "../checkout/create-workspace.ts";
import { fetchBase } from "../fetch/fetch-base.ts";
import { pushBranch } from "../remote/push-branch.ts";

let root = "";
let traces = "";
let source: FixtureRepository;
let mirror = "";

beforeAll(async () => {
  root = await temporaryFolder();
  traces = join(root, "traces");
  await mkdir(traces);
  source = await createRepository({ "docs/a.md": "one\n", "docs/b.md": "two\n" });
  const repository = { kind: "path" as const, path: source.path };
  const shared = { repository, ref: null, jobId: "job0", allowPrivateAddresses: false };
  ({ mirror } = await fetchBase({ ...shared, mirrorsFolder: join(root, "mirrors") }));
});
afterAll(async () => {
  await source.remove();
  await rm(root, { recursive: true, force: true });
});

type Planted = Record<string, string>;

const gitFolder = (config: string): Planted => ({
  ".git/HEAD": "ref: refs/heads/main\n",
  ".git/config": `[core]\n\trepositoryformatversion = 0\n${config}`,
  ".git/objects/info/packs": "",
  ".git/refs/heads/.keep": "",
});
const hook = (name: string): Planted => ({
  ...gitFolder(""),
  [`.git/hooks/${name}`]: "#!/bin/sh\nTOUCH\n",
});
const setting = (section: string, line: string): Planted => gitFolder(`[${section}]\n\t${line}\n`);
const attributed = (attribute: string, section: string, line: string): Planted => ({
  ...setting(section, line),
  ".gitattributes": `* ${attribute}\n`,
  "docs/.gitattributes": `* ${attribute}\n`,
  ".git/info/attributes": `* ${attribute}\n`,
});

/** What a writer in the working tree could plant; TOUCH leaves a trace when it runs. */
const vectors: Record<string, Planted> = {
  "pre-commit hook": hook("pre-commit"),
  "post-checkout hook": hook("post-checkout"),
  "pre-push hook": hook("pre-push"),
  "reference-transaction hook": hook("reference-transaction"),
  "post-index-change hook": hook("post-index-change"),
  "core.hooksPath": {
    ...setting("core", "hooksPath = evil-hooks"),
    "evil-hooks/pre-push": "#!/bin/sh\nTOUCH\n",
  },
  "core.fsmonitor": setting("core", "fsmonitor = TOUCH"),
  "core.sshCommand": setting("core", "sshCommand = TOUCH"),
  "core.pager": setting("core", "pager = TOUCH"),
  "core.editor": setting("core", "editor = TOUCH"),
  "core.askPass": setting("core", "askPass = SCRIPT"),
  "core.worktree": setting("core", "worktree = /etc"),
  "credential.helper": setting("credential", 'helper = "!TOUCH"'),
  "gpg.program": gitFolder(
    "[commit]\n\tgpgSign = true\n[push]\n\tgpgSign = true\n[gpg]\n\tprogram = SCRIPT\n",
  ),
  "diff.external": setting("diff", "external = TOUCH"),
  "filter.clean": attributed("filter=evil", 'filter "evil"', "clean = TOUCH; cat"),
  "filter.smudge": attributed("filter=evil", 'filter "evil"', "smudge = TOUCH; cat"),
  "filter.process": attributed("filter=evil", 'filter "evil"', "process = TOUCH\n\trequired = true"),
  "diff driver command": attributed("diff=evil", 'diff "evil"', "command = TOUCH"),
  "diff driver textconv": attributed("diff=evil", 'diff "evil"', "textconv = TOUCH; cat"),
  "merge driver": attributed("merge=evil", 'merge "evil"', "driver = TOUCH"),
  "include.path": {
    ...setting("include", "path = ../evil.inc"),
    "evil.inc": "[core]\n\tfsmonitor = TOUCH\n",
  },
  "url.pushInsteadOf": setting('url "ext::sh -c TOUCH% "', "pushInsteadOf = file://"),
  "remote uploadpack and receivepack": setting(
    'remote "origin"',
    "uploadpack = TOUCH\n\treceivepack = TOUCH",
  ),
  "gitfile to another folder": { ".git": "gitdir: evil\n", ...inFolder("evil", hook("pre-push")) },
  alternates: {
    ...setting("core", "alternateRefsCommand = TOUCH"),
    ".git/objects/info/alternates": "../../evil\n",
  },
  "nested repository and .gitmodules": {
    ...inFolder("docs/", setting("core", "fsmonitor = TOUCH")),
    ".gitmodules": '[submodule "x"]\n\tpath = docs\n\turl = ext::sh -c TOUCH\n\tupdate = !TOUCH\n',
  },
  "attributes of the base commit's own folder": {
    "docs/.gitattributes": "*.md working-tree-encoding=UTF-16 eol=crlf\n",
  },
};

function inFolder(prefix: string, files: Planted): Planted {
  const place = prefix.endsWith("/")
    ? (path: string) => prefix + path
    : (path: string) => path.replace(/^\.git/, prefix);
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [place(path), text]));
}

async function plant(directory: string, files: Planted, trace: string): Promise<void> {
  const script = join(directory, "evil-script");
  const all: Planted = { ...files, "evil-script": "#!/bin/sh\nTOUCH\ncat\n" };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    const content = text.replaceAll("TOUCH", `touch ${trace}`).replaceAll("SCRIPT", script);
    await writeFile(join(directory, path), content, { mode: 0o755 });
    await chmod(join(directory, path), 0o755);
  }
}

/** Everything that the worker does after the agent has written to the tree. */
async function workOn(name: string, planted: Planted, trace: string) {
  const { path, commit } = source;
  const repository = { kind: "path" as const, path };
  const workspacesFolder = join(root, name, "workspaces");
  const workspace = await createWorkspace({ workspacesFolder, name, mirror, commit });
  await plant(workspace.directory, planted, trace);
  await writeFile(join(workspace.directory, "docs/a.md"), "changed\n");
  await writeFile(join(workspace.directory, "docs/new.md"), "new\n");
  const tree = await treeHash(workspace, ["docs/a.md", "docs/new.md"]);
  const { patch, files } = await diffWorkspace(workspace, tree);
  const old = await readFileAt(workspace, commit, "docs/a.md");
  await assertChangeAllowed(workspace, {
    tree,
    patch,
    refuseWrite: () => null,
    findSecret: async () => null,
  });
  const author = { name: "Copydesk", email: "copydesk@localhost" };
  const pushed = await commitWorkspace(workspace, { tree, message: "change", author, date: new Date(1e12) });
  const branch = `copydesk/${name}`;
  await pushBranch({ workspace, repository, commit: pushed, branch, allowPrivateAddresses: false });
  const result = {
    changed: files.map((file) => file.path),
    listed: await listFiles(workspace),
    old: old?.toString(),
    text: await git(path, ["show", `${branch}:docs/a.md`]),
  };
  return result;
}

describe("what a writer plants in the working tree", () => {
  it.each(Object.entries(vectors).map(([what, planted], at) => ({ what, planted, name: `job${at}` })))(
    "never runs by $what, and the change is still pushed",
    async ({ planted, name }) => {
      const result = await workOn(name, planted, join(traces, name));
      expect(result.changed).toEqual(["docs/a.md", "docs/new.md"]);
      expect(result).toMatchObject({ old: "one\n", text: "changed" });
      expect(result.listed).toEqual(["docs/a.md", "docs/b.md", "docs/new.md"]);
      expect(await readdir(traces)).toEqual([]);
    },
  );

  it("would run with plain git in the same tree, so the traces are real", async () => {
    const { path, remove } = await createRepository({ "docs/a.md": "one\n" });
    const trace = join(traces, "plain");
    await git(path, ["config", "core.fsmonitor", `touch ${trace}`]);
    await git(path, ["status"]);
    expect(await readdir(traces)).toEqual(["plain"]);
    await remove();
  });
});
