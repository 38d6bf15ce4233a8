import { describe, expect, test } from "vitest";
import type { ChangedFile } from "../../git/commit/parse-raw-diff.ts";
import { findOwners } from "./find-owners.ts";

type Run = Parameters<typeof findOwners>[0];
type Prepared = Parameters<typeof findOwners>[1];

const baseCommit = "b".repeat(40);
const large = Buffer.alloc(3 * 1024 * 1024 + 1, "* @ada\n");

function find(
  host: string,
  files: Record<string, string | Buffer>,
  {
    paths = ["docs/a.md"],
    wanted = true,
    login = "docs-bot",
    oldPath = undefined as string | undefined,
  } = {},
): Promise<string[]> {
  const run = { job: { host, settings: { pullRequests: { codeOwners: wanted } } }, host: () => ({ login }) };
  const tree = {
    async readAt(commit: string, path: string): Promise<Buffer | null> {
      expect(commit).toBe(baseCommit);
      return files[path] === undefined ? null : Buffer.from(files[path]);
    },
  };
  const changed = paths.map((path) => ({ path, ...(oldPath !== undefined && { oldPath }) }));
  return findOwners(
    run as unknown as Run,
    { tree, baseCommit } as unknown as Prepared,
    changed as unknown as ChangedFile[],
  );
}

describe("the reviewers from the file of owners", () => {
  test("are owners and teams, without e-mail addresses and Copydesk's own account", async () => {
    const file = "* @ada @acme/writers mail@example.com @docs-bot @bad/a/b/c/d/e\n";
    expect(await find("github", { CODEOWNERS: file })).toEqual(["ada", "team:acme/writers"]);
  });

  test.each([
    ["github", ".github/CODEOWNERS"],
    ["github", "docs/CODEOWNERS"],
    ["gitlab", ".gitlab/CODEOWNERS"],
    ["forgejo", ".forgejo/CODEOWNERS"],
  ])("of %s may be in %s", async (host, path) => {
    expect(await find(host, { [path]: host === "forgejo" ? "docs/.* @ada\n" : "docs/ @ada\n" })).toEqual([
      "ada",
    ]);
  });

  test("come from the first existing file, in the host's order", async () => {
    expect(await find("github", { ".github/CODEOWNERS": "* @first\n", CODEOWNERS: "* @second\n" })).toEqual([
      "first",
    ]);
    expect(await find("gitlab", { CODEOWNERS: "* @root\n", ".gitlab/CODEOWNERS": "* @other\n" })).toEqual([
      "root",
    ]);
  });

  test("of a moved page are those of both paths", async () => {
    const file = "docs/old/ @before\ndocs/new/ @after\n";
    const moved = { paths: ["docs/new/a.md"], oldPath: "docs/old/a.md" };
    expect(await find("github", { CODEOWNERS: file }, moved)).toEqual(["before", "after"]);
  });

  test("include no groups on GitLab, which cannot be asked as a whole", async () => {
    expect(await find("gitlab", { CODEOWNERS: "* @acme/writers @ada\n" })).toEqual(["ada"]);
  });

  test("are fifteen at most", async () => {
    const names = Array.from({ length: 20 }, (_, at) => `@user${at}`);
    expect(await find("github", { CODEOWNERS: `* ${names.join(" ")}\n` })).toHaveLength(15);
  });

  test.each([
    ["the project does not want it", "github", { CODEOWNERS: "* @ada\n" }, { wanted: false }],
    ["the host has no such file", "bitbucket", { CODEOWNERS: "* @ada\n" }, {}],
    ["there is none", "github", {}, {}],
    ["it is larger than hosts read", "github", { CODEOWNERS: large }, {}],
    ["nobody owns the page", "github", { CODEOWNERS: "src/ @ada\n" }, {}],
  ])("are empty if %s", async (_, host, files, more) => {
    expect(await find(host, files as Record<string, string>, more)).toEqual([]);
  });
});
