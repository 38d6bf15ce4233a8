interface Statement {
  name: string;
  isExported: boolean;
  text: string;
}

/**
 * Joins the compiler's declarations, of which `entry` only re-exports, into one file: only what the exported
 * names need. Names must be unique across the files. Throws if they are not, or if something is exported
 * under another name.
 */
export function joinDeclarations(files: ReadonlyMap<string, string>, entry: string): string {
  const statements = new Map<string, string>();
  const exports = new Map<string, string[]>();
  for (const [file, text] of files) {
    if (file === entry) continue;
    const declared = splitStatements(text);
    exports.set(
      file.replace(/\.d\.ts$/, ""),
      declared.filter(({ isExported }) => isExported).map(({ name }) => name),
    );
    for (const { name, text: declaration } of declared) {
      if (statements.has(name)) throw new Error(`${name} is declared twice; the second time in ${file}.`);
      statements.set(name, declaration);
    }
  }
  const exported = readExports(files.get(entry) ?? "", exports);
  const list = exported.map((name) => `  ${name},\n`).join("");
  return `${reachable(statements, exported).join("")}export {\n${list}};\n`;
}

/** A declaration begins in the first column and extends to the next one; its comment precedes it. */
function splitStatements(text: string): Statement[] {
  const starts = [...text.matchAll(/^(?:\/\*\*|export |declare |interface |type |import )/gm)].map(
    ({ index }) => index,
  );
  const parts = starts.map((start, n) => text.slice(start, starts[n + 1]));
  const statements: Statement[] = [];
  let comment = "";
  for (const part of parts) {
    if (part.startsWith("/**")) comment = part;
    else {
      const [, name] =
        /^(?:export )?(?:declare )?(?:const|function|class|interface|type) (\w+)/.exec(part) ?? [];
      if (name !== undefined)
        statements.push({
          ...{ name, isExported: part.startsWith("export ") },
          text: comment + part.replace(/^export /, ""),
        });
      comment = "";
    }
  }
  return statements;
}

/** Parses `export { a, type B }` and `export type * from "./file.ts"`. */
function readExports(text: string, exports: ReadonlyMap<string, string[]>): string[] {
  const whole = [...text.matchAll(/^export type \* from "\.\/([\w-]+)\.ts"/gm)].flatMap(
    ([, file]) => exports.get(file!) ?? [],
  );
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list!.split(","));
  const names = lists.map((entry) => entry.trim().replace(/^type /, "")).filter((entry) => entry !== "");
  const renamed = names.find((name) => !/^\w+$/.test(name));
  if (renamed !== undefined) throw new Error(`"${renamed}" cannot be joined: export it under its own name.`);
  return [...names, ...whole].sort();
}

/** Returns the statements that the names need, in the order of the files. */
function reachable(statements: ReadonlyMap<string, string>, names: readonly string[]): string[] {
  const needed = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const text = statements.get(name);
    if (text === undefined || needed.has(name)) continue;
    needed.add(name);
    open.push(...withoutComments(text).match(/\w+/g)!);
  }
  return [...statements].flatMap(([name, text]) => (needed.has(name) ? [text] : []));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*\*(?:[^*]|\*(?!\/))*\*\//g, "");
}
