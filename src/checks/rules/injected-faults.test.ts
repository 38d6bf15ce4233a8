import { expect, it } from "vitest";
import { injectors } from "../../../test/fixtures/sites/inject-faults.ts";
import { measureRule } from "../../../test/fixtures/sites/measure-rule.ts";
import { openFixture } from "../../../test/fixtures/sites/open-fixture.ts";
import type { Rule } from "../../schemas/check-rules.ts";
import { checkSite } from "../check-site.ts";

const cases = (["mintlify", "mkdocs"] as const).flatMap((name) =>
  (Object.keys(injectors) as Rule[]).map((rule) => [name, rule] as const),
);

it.each(cases)("on %s, %s finds 200 injected faults and nothing else", async (name, rule) => {
  const { site, text } = await openFixture(name);
  const report = await checkSite(site);
  const read = async (path: string) => Buffer.from(await text(path));
  const { injected, found, wrong } = await measureRule({ site, read, report }, rule, {
    faults: 200,
    seed: 14,
  });
  if (injected === 0) return expect(name).toBe("mkdocs");
  expect(injected).toBe(200);
  expect(wrong).toBe(0);
  expect(found / injected).toBeGreaterThanOrEqual(0.98);
});
