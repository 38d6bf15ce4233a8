import { expect, test } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { testFindings } from "../../../../test/helpers/test-findings.ts";
import { checkSite } from "../../check-site.ts";

testFindings("Mintlify", [
  {
    name: "a redirect whose wildcard also stands for nothing ends at the page that it leads to",
    files: {
      "docs.json":
        '{ "navigation": { "pages": ["index", "sdk"] }, "redirects": [{ "source": "/sdk/:path*", "destination": "/sdk" }] }',
      "index.mdx": "# A\n\n[a](/sdk/old) [b](/sdk) [c](/other/old)\n",
      "sdk.mdx": "# SDK\n",
    },
    found: ["internal-link index.mdx /other/old", "redirect index.mdx /sdk/old"],
    left: 0,
  },
  {
    name: "its host leads from a folder to the first page below it that the navigation has",
    files: {
      "docs/docs.json": '{ "navigation": { "pages": ["index", "cli/auth/login"] } }',
      "docs/index.mdx": "# A\n\n[a](/cli) [b](/cli/auth/) [c](/sdk) [d](/cli/none)\n",
      "docs/cli/auth/login.mdx": "# Login\n",
      "docs/sdk/hidden.mdx": "# Hidden\n",
    },
    found: ["internal-link docs/index.mdx /cli/none", "internal-link docs/index.mdx /sdk"],
    left: 2,
  },
  {
    name: "a navigation whose pages are not there is another site's",
    files: {
      "docs.json": JSON.stringify({
        navigation: { pages: Array.from({ length: 12 }, (_, at) => `guide/page-${at}`) },
      }),
      "content/guide/page-1.mdx": "# A\n\n[a](/none)\n",
    },
    found: ["internal-link content/guide/page-1.mdx /none"],
    left: 0,
  },
]);

test("the page of a folder is missed when it goes, though Mintlify would lead to a page below it", async () => {
  const fixture = await openTexts({
    "docs.json": '{ "navigation": { "pages": ["index", "cli/index", "cli/login"] } }',
    "index.mdx": "# A\n\n[a](/cli)\n",
    "cli/index.mdx": "# CLI\n",
    "cli/login.mdx": "# Login\n",
  });
  await fixture.set({ "cli/index.mdx": null });
  const { findings } = await checkSite(fixture.site);
  expect(findings.map(({ rule, path }) => `${rule} ${path}`)).toContain("internal-link index.mdx");
});
