import { expect, test } from "vitest";
import { createWriteRules } from "../writes/write-rules.ts";
import { createPolicyRules } from "./create-policy-rules.ts";
import { findPartitions } from "./find-partitions.ts";
import { readPolicy } from "./read-policy.ts";

const files = ["docs/a.md", "docs/old.md", "docs/v1/a.md", "docs/es/a.md", "docs/pt-BR/a.md", "notes/x.md"];

function rulesOf(text: string, before: Record<string, string> = {}, paths: string[] = []) {
  const read = readPolicy(text);
  if ("problems" in read) throw new Error(JSON.stringify(read.problems));
  return createWriteRules({
    paths,
    protectedPaths: [],
    jobPaths: [],
    navigation: { isData: () => false, judge: () => null },
    policy: createPolicyRules(read.policy, {
      partitionOf: findPartitions(files),
      readBefore: async (path, oldPath) => before[oldPath ?? path] ?? null,
    }),
  });
}

test.each([
  ["write: [docs/**]", "notes/x.md", "lets jobs write only docs/**"],
  ["never: [docs/old.md]", "docs/old.md", "says jobs never write"],
  ["frozen: ['docs/o*.md']", "docs/old.md", "among its frozen pages"],
  ["languages: [en]", "docs/es/a.md", "another language (es) than .copydesk.yml lets jobs write (en)"],
  ["languages: [en, es]", "docs/pt-BR/a.md", "another language (pt-BR)"],
  ["languages: [es]", "docs/pt-BR/a.md", "another language (pt-BR)"],
  ["versions: current", "docs/v1/a.md", "an earlier version (v1)"],
])("%s closes %s", async (text, path, reason) => {
  expect(await rulesOf(text)(path)).toContain(reason);
  expect(await rulesOf(text)("docs/a.md")).toBe(null);
  expect(await rulesOf(text)("docs/a.md", "# New\n")).toBe(null);
});

test("pt means every Portuguese", async () => {
  expect(await rulesOf("languages: [en, pt]")("docs/pt-BR/a.md")).toBe(null);
});

test("it only narrows: what the project does not allow stays closed", async () => {
  const rules = rulesOf("write: ['**', package.json, .github/**]");
  for (const path of ["package.json", ".github/workflows/a.yml", "src/a.ts", "CODEOWNERS"]) {
    expect(await rules(path), path).toMatch(/may not be written/);
  }
});

test("no job changes the policy itself, unless the project names it", async () => {
  expect(await rulesOf("never: []")(".copydesk.yml")).toContain("it says what jobs may do");
  expect(await rulesOf("write: [.copydesk.yml]")(".copydesk.yml")).toContain("it says what jobs may do");
  expect(await rulesOf("never: []", {}, ["**", "*.yml"])(".copydesk.yml")).toContain(
    "it says what jobs may do",
  );
  expect(await rulesOf("never: []", {}, [".copydesk.yml"])(".copydesk.yml", "never: []\n")).toBe(null);
  expect(await rulesOf("never: []", {}, [".copydesk.*"])(".copydesk.yaml")).toMatch(/may not be written/);
});

const terms = `
terms:
  - use: sign in
    avoid: [log in, login]
    case: any
  - avoid: [blacklist]
    plural: false
  - use: GitHub
    avoid: [github]
    case: any
`;

test.each([
  ["First log in.", '"log in" in line 3, which .copydesk.yml says to avoid; write "sign in"'],
  ["Two Logins here.", '"Logins" in line 3'],
  ["A blacklist.", '"blacklist" in line 3, which .copydesk.yml says to avoid'],
  ["See Github.", '"Github" in line 3'],
])("%s is refused, with the line and what to write", async (line, reason) => {
  const refuse = rulesOf(terms, { "docs/a.md": "# A\n\nOld text.\n" });
  expect(await refuse("docs/a.md", `# A\n\n${line}\n`)).toContain(reason);
});

test.each([
  "Sign in, on GitHub.",
  "Run `log in`.",
  "```\nlogin\n```",
  "See [it](/login).",
  "Two blacklists.",
])("%s is fine", async (line) => {
  expect(await rulesOf(terms)("docs/a.md", `# A\n\n${line}\n`)).toBe(null);
});

test("existing occurrences may stay or be moved, but not increase", async () => {
  const before = { "docs/a.md": "Please log in.\n" };
  const refuse = rulesOf(terms, before);
  expect(await refuse("docs/a.md", "Please log in.\n\nAnd go on.\n")).toBe(null);
  expect(await refuse("docs/b.md", "Please log in.\n", "docs/a.md")).toBe(null);
  expect(await refuse("docs/a.md", "Please log in.\n\nThen log in again.\n")).toContain("in line 3");
  expect(await refuse("docs/b.md", "Please log in.\n")).toContain("in line 1");
});

test("titles are words that readers see, other front matter is not", async () => {
  expect(await rulesOf(terms)("docs/a.md", "---\nslug: login\n---\n\nText.\n")).toBe(null);
  expect(await rulesOf(terms)("docs/a.md", "---\ntitle: The login\n---\n\nText.\n")).toContain(
    '"login" in line 2',
  );
});

test("required front matter: all of it on a new page, none removed from an older one", async () => {
  const policy = "frontMatter:\n  - required: [title, owner]\n    in: [docs/**]\n";
  const refuse = rulesOf(policy, { "docs/a.md": "---\ntitle: A\n---\n" });
  expect(await refuse("docs/new.md", "# New\n")).toContain("its front matter has no title, owner");
  expect(await refuse("docs/new.md", "---\ntitle: New\nowner:\n---\n")).toContain("has no owner");
  expect(await refuse("docs/new.md", "---\ntitle: New\nowner: me\n---\n")).toBe(null);
  expect(await refuse("docs/a.md", "---\ntitle: B\n---\n\nMore.\n")).toBe(null);
  expect(await refuse("docs/a.md", "# A\n")).toContain("has no title");
  expect(await refuse("notes/x.md", "# X\n")).toBe(null);
});
