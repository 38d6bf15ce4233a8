interface Statement {
  name: string;
  text: string;
}

/**
 * One file of declarations from the compiler's, of which `entry` only re-exports: what the exported names lead to, and nothing else. Names must be unique
 * across the files. Throws when they are not, or when something is exported under another name.
 */
export function joinDeclarations(files: ReadonlyMap<string, string>, entry: string): string {
  const statements = new Map<string, string>();
  for (const [file, text] of files) {
    if (file === entry) continue;
    for (const { name, text: declaration } of splitStatements(text)) {
      if (statements.has(name)) throw new Error(`${name} is declared twice; the second time in ${file}.`);
      statements.set(name, declaration);
    }
  }
  const exported = readExports(files.get(entry) ?? "");
  const list = exported.map((name) => `  ${name},\n`).join("");
  return `${reachable(statements, exported).join("")}export {\n${list}};\n`;
}

/** Declarations begin in the first column and reach to the next one; their comment stands before them. */
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
      if (name !== undefined) statements.push({ name, text: comment + part.replace(/^export /, "") });
      comment = "";
    }
  }
  return statements;
}

function readExports(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => list!.split(","));
  const names = lists.map((entry) => entry.trim().replace(/^type /, "")).filter((entry) => entry !== "");
  const renamed = names.find((name) => !/^\w+$/.test(name));
  if (renamed !== undefined) throw new Error(`"${renamed}" cannot be joined: export it under its own name.`);
  return names.sort();
}

/** The statements that the names need, in the order of the files. */
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
