import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openFixture } from "../../test/fixtures/sites/open-fixture.ts";
import { createWriteRules } from "../writes/write-rules.ts";
import { findNavigationFiles, isNavigationData, judgeNavigation } from "./changes/navigation-files.ts";
import { planDelete } from "./changes/plan-delete.ts";
import { planMove } from "./changes/plan-move.ts";

const folder = join(import.meta.dirname, "../../test/fixtures/sites");
const entries = await readdir(folder, { withFileTypes: true });
const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
const pagesMax = 40;

it.each(names)("a job may write whatever a move or deletion plans on the site %s", async (name) => {
  const { site } = await openFixture(name);
  const navigation = await findNavigationFiles(site);
  const isJudged = (path: string) => navigation.judged.some((one) => one.path === path);
  const refuse = createWriteRules({
    ...{ paths: [], protectedPaths: [], jobPaths: [] },
    navigation: {
      isData: (path) => isNavigationData(navigation.data, path),
      judge: (path) => (isJudged(path) ? (text) => judgeNavigation(navigation, { path, text }) : null),
    },
  });
  let edits = 0;
  for (const path of [...site.pages.keys()].slice(0, pagesMax)) {
    const beside = path.replace(/([^/]+)$/, "moved-$1");
    const below = path.replace(/([^/]+)$/, "moved/$1");
    const plans = [
      await planMove(site, path, beside),
      await planMove(site, path, below),
      await planDelete(site, path),
    ];
    for (const { path: edited, text } of plans.flatMap((plan) => plan.edits)) {
      edits += 1;
      expect(await refuse(edited, text), `${path}: ${edited}`).toBeNull();
    }
  }
  expect(edits).toBeGreaterThan(0);
});
