import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { policyBytesMax, policyJsonSchema } from "./policy-schema.ts";
import { readPolicy } from "./read-policy.ts";

function problemsOf(text: string): string[] {
  const read = readPolicy(text);
  return "problems" in read
    ? read.problems.map(({ line, column, message }) => `${line}:${column} ${message}`)
    : [];
}

test("a policy is read with its defaults", () => {
  const read = readPolicy(
    "write: [docs/**]\nlanguages: [en, pt-BR]\nterms:\n  - use: API key\n    avoid: [API token]\n",
  );
  expect(read).toEqual({
    policy: {
      write: ["docs/**"],
      never: [],
      frozen: [],
      languages: ["en", "pt-BR"],
      versions: "all",
      words: [],
      terms: [{ use: "API key", avoid: ["API token"], case: "exact", plural: true }],
      frontMatter: [],
    },
  });
  expect(readPolicy("")).toMatchObject({ policy: { never: [] } });
  expect(readPolicy("# nothing yet\n")).toMatchObject({ policy: { never: [] } });
});

test.each([
  ["write: [docs/**]\nnevr: [a]\n", '2:1 unknown key "nevr"; did you mean never?'],
  ["terms:\n  - use: a\n    avoid: [bb]\n    colour: red\n", '4:5 unknown key "colour"'],
  ["never: docs/**\n", '1:8 never: must be a list, such as ["docs/**"]'],
  ["never: [docs/**, 7]\n", "1:18 never[1]: must be text"],
  ["versions: newest\n", "1:11 versions: must be one of: all, current"],
  ["terms:\n  - use: sign in\n", "2:5 terms[0].avoid: is required"],
  ["languages: [English]\n", "1:13 languages[0]: a language is written like en or pt-BR"],
  [
    "never: ['!docs/**']\n",
    "1:9 never[0]: a glob cannot begin with !; list what jobs must not write under never",
  ],
  ["never: [../x]\n", "1:9 never[0]: a path of the repository has no .."],
  ["rules:\n  on: [no-such]\n", "2:8 rules.on[0]: there is no such rule of the checks"],
  ["- docs\n", "1:1 the file must be a mapping of keys to values"],
  ["never: [a]\nnever: [b]\n", "2:1 not valid YAML: Map keys must be unique"],
  ["never: &all [a]\nfrozen: *all\n", "1:13 anchors and aliases (& and *) are not read"],
  ["never: !!js/function 'x'\n", "1:8 not valid YAML: Unresolved tag: tag:yaml.org,2002:js/function"],
  [
    "never: [a\n",
    "2:1 not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
  ],
])("%j is wrong at its place", (text, problem) => {
  expect(problemsOf(text)).toContain(problem);
});

test("a file that is too large, too deep, or a bomb is refused at once", () => {
  expect(problemsOf(`# ${"x".repeat(policyBytesMax)}`)).toEqual([
    `1:1 the file is larger than ${policyBytesMax} bytes`,
  ]);
  expect(problemsOf("[".repeat(policyBytesMax - 1))).not.toEqual([]);
  const bomb = ["a: &a [x,x,x,x,x,x,x,x,x]"];
  for (const [now, last] of ["ba", "cb", "dc", "ed", "fe", "gf"].map((pair) => [...pair])) {
    bomb.push(`${now}: &${now} [${`*${last},`.repeat(9)}]`);
  }
  expect(problemsOf(bomb.join("\n"))[0]).toMatch(/anchors and aliases/);
  const many = Array.from({ length: 90 }, (_, index) => `  - "${"*a".repeat(60)}${index}"`).join("\n");
  expect(problemsOf(`never:\n${many}\n`)).toEqual([
    expect.stringMatching(/^1:1 all globs together may have 8000 characters, these have \d+$/),
  ]);
});

test("docs/policy.schema.json is what the service serves", () => {
  const file = join(import.meta.dirname, "../../docs/policy.schema.json");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(policyJsonSchema())));
});
