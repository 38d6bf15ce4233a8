import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";
import { planMove } from "../../changes/plan-move.ts";
import { checkSite } from "../../check-site.ts";

// As Jekyll 4.3.1 with jekyll-redirect-from 0.16.0 builds it.
it.each([
  ["the plugin's", {}, true],
  ["one of its own that leads on", { "_layouts/redirect.html": "{{ page.redirect.to }}" }, true],
  ["one of its own for other ends", { "_layouts/redirect.html": "{{ page.redirect_to }}" }, false],
] as const)(
  "old addresses of a page lead to it with a layout that is %s",
  async (_name, layouts, leadsOn) => {
    const { site } = await openTexts({
      "_config.yml": "title: T\npermalink: pretty\nplugins: [jekyll-redirect-from]\n",
      "_layouts/a.html": "x",
      "a.md": "---\ntitle: A\nredirect_from: /old/\n---\n\n## B\n",
      "c.md": "---\ntitle: C\n---\n\n[a](/old/) [b](/old/#none) [c](/none/)\n",
      ...layouts,
    });
    const found = (await checkSite(site)).findings.map(({ target }) => target);
    expect(found).toEqual(leadsOn ? ["/old/#none", "/none/"] : ["/none/"]);
    const { edits } = await planMove(site, "a.md", "more/a.md");
    expect(edits.some(({ text }) => text.includes("/a/"))).toBe(leadsOn);
  },
);
