import { expect, it } from "vitest";
import { readScript } from "./read-script.ts";
import { isWritten } from "./script-values.ts";

/** Reads `a.ts` of these files; returns what it exports as plain data, unknown parts as "?". */
async function read(files: Record<string, string>): Promise<unknown> {
  const context = {
    files: new Set(Object.keys(files)),
    read: async (path: string) => Buffer.from(files[path]!),
  };
  return plain((await readScript(context, "a.ts")).value);
}

function plain(value: Awaited<ReturnType<typeof readScript>>["value"]): unknown {
  if (value.kind === "value" || value.kind === "joined") return value.value;
  if (value.kind === "list") return value.items.map(plain);
  if (value.kind === "object")
    return Object.fromEntries([...value.members].map(([key, one]) => [key, plain(one)]));
  return isWritten(value) ? value : "?";
}

it("follows exports that other files have", async () => {
  const files = {
    "a.ts": 'import { nav, side as menu, far } from "./menus";\nexport default { nav, menu, far };\n',
    "menus/index.ts":
      'export * from "./none.js";\nexport * from "./nav.js";\nexport { left as side, default as far } from "./side.js";\n',
    "menus/nav.ts": 'export const nav: Nav[] = ["/a"];\n',
    "menus/side.ts": 'const left = ["/b"];\nexport { left };\nexport default "/c";\n',
  };
  expect(await read(files)).toEqual({ nav: ["/a"], menu: ["/b"], far: "/c" });
});

it("follows names that CommonJS gives to exports and takes from them", async () => {
  const files = {
    "a.ts":
      'import { nav } from "./nav";\nconst { side, menu: far } = require("./menus");\nexport default { nav, side, far, own: require("./own").top, last: require("./own").last };\n',
    "nav.js": 'const nav = ["/a"];\nmodule.exports = { nav };\n',
    "menus.js": 'exports.side = ["/b"];\nmodule.exports.menu = "/c";\n',
    "own.ts": 'export const top = "/d";\nmodule.exports = { last: "/e" };\n',
  };
  expect(await read(files)).toEqual({ nav: ["/a"], side: ["/b"], far: "/c", own: "/d", last: "/e" });
});

it("takes no default export along with all others", async () => {
  const files = {
    "a.ts": 'export { default } from "./b";\n',
    "b.ts": 'export * from "./c";\nexport * as d from "./c";\n',
    "c.ts": 'export default "/c";\n',
  };
  expect(await read(files)).toBe("?");
});

it("ends where files export each other's exports", async () => {
  const star = (names: string[]) => names.map((one) => `export * from "./${one}";\n`).join("");
  const names = Array.from({ length: 40 }, (_, at) => `m${at}`);
  const files: Record<string, string> = {
    "a.ts": `import { x } from "./m0";\nimport own from "./a";\nexport default { x, own };\n`,
  };
  for (const name of names) files[`${name}.ts`] = star(names);
  expect(await read(files)).toEqual({ x: "?", own: "?" });
});

it("reads an export as often as it is used", async () => {
  const files = {
    "a.ts": 'import { x } from "./b";\nexport default x.one.concat(x.two, x.one);\n',
    "b.ts": 'export const x = { one: ["/a"], two: ["/b"] };\n',
  };
  expect(await read(files)).toEqual(["/a", "/b", "/a"]);
});

it("reads what functions return that are given something", async () => {
  const files = {
    "a.ts": `import { group } from "./b";
const guide = [{ link: "/guide" }];
function side(at: number) {
  return [{ text: "Guide", items: guide }].map<Item>((one, index) => {
    if (index === at) one.collapsed = false;
    return one;
  });
}
const entry = (text: string, link: string) => ({ text, link });
export default { guide: side(0), links: [entry("A", "/a")], far: group([{ link: "/far" }]), id: same("/x") };
const same = (one: string) => one;
`,
    "b.ts": 'const more = "/more";\nexport const group = (items: Item[]) => ({ link: more, items });\n',
  };
  expect(await read(files)).toEqual({
    guide: [{ text: "Guide", items: [{ link: "/guide" }], collapsed: "?" }],
    links: [{ text: "A", link: "/a" }],
    far: { link: "/more", items: [{ link: "/far" }] },
    id: "?",
  });
});

it.each([
  ["other members of what it is given", "one.items[0].link = '/b'; return one;"],
  ["what another name holds", "menu.link = '/b'; return one;"],
  ["more than members", "if (one.link) return menu; return one;"],
  ["the parameter", "one = menu; return one;"],
])("reads no function that changes %s", async (_, body) => {
  const a = `const menu = { link: "/m" };\nconst f = (one) => { ${body} };\nexport default f({ link: "/a" });\n`;
  expect(await read({ "a.ts": a })).toBe("?");
});

it("does not know members that a function sets", async () => {
  const a =
    'const f = (one) => { one.link = "/b"; return one; };\nexport default f({ link: "/a", text: "A" });\n';
  expect(await read({ "a.ts": a })).toEqual({ link: "?", text: "A" });
});

it("ends where functions call themselves", async () => {
  expect(await read({ "a.ts": "const f = (x) => [f(x), f(x)];\nexport default { end: f([1]) };\n" })).toEqual(
    {
      end: expect.any(Array),
    },
  );
});

const doubled = (first: string, next: (before: string) => string) =>
  Array.from({ length: 40 }, (_, at) => `const c${at} = ${at === 0 ? first : next(`c${at - 1}`)};`).join(
    "\n",
  );

it.each([
  ["constants", doubled("'x'", (before) => `[${before}, ${before}]`), "c39"],
  ["constants in many parts", doubled("'x'", (before) => `[${Array(30).fill(before).join()}]`), "c39"],
  ["functions", doubled("() => ['x']", (before) => `() => [${before}(), ${before}()]`), "c39()"],
  ["a function of its result", "const f = (x) => ({ a: x, b: x });", `${"f(".repeat(28)}1${")".repeat(28)}`],
])("%s that name each other twice do not multiply without end", async (_, lines, whole) => {
  const found = await read({ "a.ts": `${lines}\nexport default { whole: ${whole}, title: "Title" };\n` });
  expect(found).toHaveProperty("whole");
  expect(JSON.stringify(found).length).toBeLessThan(2_000_000);
});

it("reads the names and values of an object", async () => {
  const files = {
    "a.ts":
      'import { all } from "./all";\nexport default { names: Object.keys(all), texts: Object.values(all), pairs: Object.entries(all) };\n',
    "all.ts": 'export const all = { en: "English", fr: "French" };\n',
  };
  expect(await read(files)).toEqual({
    names: ["en", "fr"],
    texts: ["English", "French"],
    pairs: [
      ["en", "English"],
      ["fr", "French"],
    ],
  });
});
