import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";

const config = "site_name: T\n";

it.each<[string, Record<string, string>, string | null]>([
  ["among the pages", { "docs/CNAME": "Docs.Example.org\n" }, "docs.example.org"],
  ["at the root", { CNAME: "docs.example.org" }, "docs.example.org"],
  ["that is no host", { CNAME: "docs.example.org/guide" }, null],
  ["of another folder", { "app/CNAME": "docs.example.org" }, null],
])("takes the site's host from a file CNAME %s", async (_, files, host) => {
  const { site } = await openTexts({ "mkdocs.yml": config, "docs/index.md": "# T\n", ...files });
  expect(site.configuration.ownHost).toBe(host);
});

it.each<[string, Record<string, string>]>([
  ["MkDocs", { "mkdocs.yml": `${config}site_url: https://one.example.org/\n` }],
  ["mdBook", { "book.toml": '[book]\nsrc = "docs"\n\n[output.html]\ncname = "one.example.org"\n' }],
])("takes what the configuration of %s says before it", async (_, files) => {
  const pages = { "docs/index.md": "# T\n", "docs/SUMMARY.md": "[T](index.md)\n" };
  const { site } = await openTexts({ ...files, ...pages, CNAME: "two.example.org" });
  expect(site.configuration.ownHost).toBe("one.example.org");
});
