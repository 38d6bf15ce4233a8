import { expect, it } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";

const texts = (ending: string) =>
  Object.fromEntries(["a", "b", "c"].map((name) => [`docs/${name}.${ending}`, "= Title\n"]));

it.each([
  ["adoc", "AsciiDoc"],
  ["rst", "reStructuredText"],
  ["qmd", "Quarto"],
  ["Rmd", "R Markdown"],
])("says at once that documentation in .%s is not edited yet", async (ending, name) => {
  const opened = openTexts({
    ...texts(ending),
    "README.md": "# Kites\n",
    "docs/CHANGELOG.md": "# Changes\n",
  });
  await expect(opened).rejects.toMatchObject({
    code: "markup_not_edited",
    message: expect.stringContaining(`is ${name}, which is not edited yet: 3 files such as docs/a.${ending}`),
  });
});

it("opens a site as soon as one page of Markdown is beside them, and one with few of them", async () => {
  const mixed = await openTexts({ ...texts("rst"), "docs/start.md": "# Start\n" });
  expect(mixed.site.pages.size).toBe(1);
  const few = await openTexts({ "docs/a.adoc": "= A\n", "README.md": "# Kites\n" });
  expect(few.site.pages.size).toBe(1);
});
