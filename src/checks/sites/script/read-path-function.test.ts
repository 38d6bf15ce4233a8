import { expect, it } from "vitest";
import { openTexts } from "../../../../test/fixtures/sites/open-fixture.ts";

const opened = async (steps: string) => {
  const config = `export default { rewrites(id) { ${steps} return id.replace("x/", "y/"); } };`;
  const { site } = await openTexts({ ".vitepress/config.mjs": config, "x/a.md": "# A\n" });
  return site.configuration;
};

it("reads a function with a few tests", async () => {
  const { unknown, routing } = await opened('if (id.startsWith("z/")) { const end = id.slice(2); }');
  expect(unknown.routing).toBeNull();
  expect(routing?.addressesOf({ path: "x/a.md", facts: undefined }, new Set())).toEqual(["/y/a"]);
});

it("takes one for unknown that would be read again and again", async () => {
  const tests = Array.from({ length: 30 }, (_, at) => `if (id.startsWith("${at}")) { const end${at} = id; }`);
  expect((await opened(tests.join("\n"))).unknown.routing).not.toBeNull();
});
