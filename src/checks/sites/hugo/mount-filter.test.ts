import { describe, expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { checkSite } from "../../check-site.ts";
import { readMountFilter } from "./mount-filter.ts";

function taken(mount: object): string[] {
  const takes = readMountFilter(mount) ?? (() => true);
  return ["a.md", "_b.md", "v1/a.md", "v1/_b.md", "deep/no.md", "deep/yes.md"].filter(takes);
}

describe("readMountFilter, as Hugo 0.168 builds it", () => {
  it.each([
    [{}, ["a.md", "_b.md", "v1/a.md", "v1/_b.md", "deep/no.md", "deep/yes.md"]],
    [{ files: "! _*" }, ["a.md", "v1/a.md", "v1/_b.md", "deep/no.md", "deep/yes.md"]],
    [{ files: ["! V?", "! /deep/no.md"] }, ["a.md", "_b.md", "deep/yes.md"]],
    [{ files: ["deep/**", "! deep/no.md"] }, ["deep/no.md", "deep/yes.md"]],
    [{ files: ["! deep/no.md", "deep/**"] }, ["deep/yes.md"]],
    [{ includefiles: ["deep/**"], excludefiles: ["deep/no.md"] }, ["deep/no.md", "deep/yes.md"]],
    [{ excludefiles: ["deep/no.md", "v1"] }, ["a.md", "_b.md", "deep/yes.md"]],
  ])("of %j", (mount, expected) => {
    expect(taken(mount)).toEqual(expected);
  });
});

it("pages that a mount leaves out are at the place of the mount that takes them", async () => {
  const { site } = await openTexts({
    "hugo.yaml":
      'module:\n  mounts:\n    - source: content\n      target: content\n      files: ["! docs/v?"]\n    - source: content/docs/v1\n      target: content/docs\n      files: "! _*"\n    - source: content/docs/v1/_dev\n      target: content/docs/dev\n',
    "layouts/index.html": "{{ .Content }}",
    "content/docs/_index.md": "# A\n\n[a](/docs/one/) [b](/docs/dev/two/) [c](/docs/v1/one/)\n",
    "content/docs/v1/_index.md": "# B\n",
    "content/docs/v1/one.md": "# C\n",
    "content/docs/v1/_dev/two.md": "# D\n",
  });
  const { findings } = await checkSite(site);
  expect(findings.map(({ rule, target }) => `${rule} ${target}`)).toEqual(["internal-link /docs/v1/one/"]);
});
