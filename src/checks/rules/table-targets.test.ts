import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { checkTableTargets } from "./table-targets.ts";

const texts = {
  "conf.py":
    'extensions = ["myst_parser", "sphinxext.rediraffe"]\nrediraffe_redirects = {\n    "old": "a",\n    "older": "old",\n    "other": "b",\n    "api": "autoapi/index",\n}\n',
  ...{ "index.md": "# I\n", "a.md": "# A\n", "b.rst": "B\n=\n" },
};

test("a redirect of Sphinx is found once its page goes, and one to what was never there is not", async () => {
  const { site, set } = await openTexts(texts);
  expect(await checkTableTargets(site)).toEqual([]);
  await set({ "a.md": null, "b.rst": null });
  const found = await checkTableTargets(site);
  expect(found.map(({ path, line, target }) => `${path}:${line} ${target}`)).toEqual([
    "conf.py:3 a",
    "conf.py:5 b",
  ]);
});

test("the file of redirects of Sphinx is read again once a move has changed it", async () => {
  const { site, set } = await openTexts({
    "conf.py": 'extensions = ["myst_parser", "sphinxext.rediraffe"]\nrediraffe_redirects = "moved.txt"\n',
    ...{ "index.md": "# I\n", "a.md": "# A\n", "moved.txt": '"old.md" "a.md"\n' },
  });
  expect(await checkTableTargets(site)).toEqual([]);
  await set({ "a.md": null, "b.md": "# A\n" });
  expect(await checkTableTargets(site)).toHaveLength(1);
  await set({ "moved.txt": '"old.md" "b.md"\n"a.md" "b.md"\n' });
  expect(await checkTableTargets(site)).toEqual([]);
});
