import { expect, test } from "vitest";
import { openTexts } from "../../../test/fixtures/sites/open-fixture.ts";
import { anchorsOf, hasUnknownAnchors } from "./page-anchors.ts";

const times = 60;

/** Six pages of which each shows the next one so often that all together would be shown 60⁵ times. */
function pagesThatShow(include: (name: string) => string): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => {
      const parts =
        at === 5
          ? ""
          : Array(times)
              .fill(include(`p${at + 1}.md`))
              .join("\n\n");
      return [`docs/p${at}.md`, `# Page ${at}\n\n${parts}\n`];
    }),
  );
}

test.each([
  [
    "VitePress",
    { "docs/.vitepress/config.ts": "export default {};\n" },
    (name: string) => `<!--@include: ./${name}-->`,
  ],
  [
    "MkDocs",
    { "mkdocs.yml": "site_name: T\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: docs\n" },
    (name: string) => `--8<-- "${name}"`,
  ],
])(
  "pages that show each other again and again are read to the end: %s",
  async (_, configuration, include) => {
    const { site } = await openTexts({ ...configuration, ...pagesThatShow(include) });
    // Either all is read, or what is too much is unknown.
    const isRead = anchorsOf(site, "docs/p0.md").has("page-4");
    expect(hasUnknownAnchors(site, "docs/p0.md")).toBe(!isRead);
    expect(anchorsOf(site, "docs/p4.md")).toContain("page-5");
  },
);
