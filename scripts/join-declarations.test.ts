import { expect, test } from "vitest";
import { joinDeclarations } from "./join-declarations.ts";

const files = new Map([
  ["index.d.ts", `export { make, type Made } from "./make.ts";\nexport type * from "./parts.ts";\n`],
  [
    "make.d.ts",
    [
      `import type { Inner } from "./inner.ts";`,
      `/** What is made; see Unused. */`,
      `export interface Made {\n    inner: Inner;\n}`,
      `export declare function make(): Made;`,
      `export declare function makeUnused(unused: Unused): void;`,
      ``,
    ].join("\n"),
  ],
  ["inner.d.ts", `export type Inner = typeof inner;\ndeclare const inner: {\n    a: 1;\n};\nexport {};\n`],
  ["parts.d.ts", `export interface Part {\n    a: Own;\n}\ntype Own = 1;\nexport type Unused = 2;\n`],
]);

test("the declarations that the exports need are joined with their comments, and nothing else", () => {
  expect(joinDeclarations(files, "index.d.ts")).toBe(
    [
      `/** What is made; see Unused. */`,
      `interface Made {\n    inner: Inner;\n}`,
      `declare function make(): Made;`,
      `type Inner = typeof inner;`,
      `declare const inner: {\n    a: 1;\n};`,
      `interface Part {\n    a: Own;\n}`,
      `type Own = 1;`,
      `type Unused = 2;`,
      `export {\n  Made,\n  Part,\n  Unused,\n  make,\n};\n`,
    ].join("\n"),
  );
});

test("what cannot be joined is refused", () => {
  const join = (name: string, text: string) =>
    joinDeclarations(new Map([...files, [name, text]]), "index.d.ts");
  expect(() => join("other.d.ts", "export type Made = 1;\n")).toThrow("Made is declared twice");
  expect(() => join("index.d.ts", `export { make as build } from "./make.ts";\n`)).toThrow("make as build");
});
