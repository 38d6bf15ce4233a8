import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ruleIds } from "../../src/schemas/check-rules.ts";
import { operations } from "../../src/server/routes/openapi.ts";
import { listPages } from "./list-pages.ts";
import { root } from "./read-page.ts";

// That each operation and each rule is described is what `recipes.test.ts` looks at.

/** Routes of the sign-in library, which the service's own description leaves out. */
const otherRoutes = ["/v2/auth/callback/openid"];
const ids = /\$\{?\w+\}?|\b(?:prj|job|key)_[\w…]+|\{[^}]*\}/g;

test("every address of the API that a page names is there", async () => {
  const known = [...operations.map(({ path }) => path.replaceAll(ids, "*")), ...otherRoutes];
  const isKnown = (path: string) => known.some((one) => one === path || one.startsWith(`${path}/`));
  const mentions = (await Promise.all([...(await listPages()), "sdk/README.md"].map(findAddresses))).flat();
  expect(mentions.length).toBeGreaterThan(100);
  expect(mentions.filter(({ path }) => !isKnown(path))).toEqual([]);
});

async function findAddresses(page: string): Promise<{ page: string; path: string }[]> {
  const text = await readFile(join(root, page), "utf8");
  return [...text.matchAll(/(?<![\w.])\/v2\/[\w{}$…/.-]+/g)].map(([found]) => ({
    page,
    path: found.replace(/[./]+$/, "").replaceAll(ids, "*"),
  }));
}

test("every page of a rule, and every line of their list, is of a rule that is there", async () => {
  const pages = (await readdir(join(root, "docs/rules"))).filter((name) => name !== "README.md");
  expect(pages.map((name) => name.replace(/\.md$/, "")).toSorted()).toEqual(ruleIds.toSorted());
  const list = await readFile(join(root, "docs/rules/README.md"), "utf8");
  const listed = [...list.matchAll(/^\| \[([\w-]+)\]\(\1\.md\) \|/gm)].map(([, rule]) => rule!);
  expect(listed.toSorted()).toEqual(ruleIds.toSorted());
});
