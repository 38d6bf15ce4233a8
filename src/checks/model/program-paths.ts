/** Programs that a repository keeps for its build, in a folder for them. */
const program =
  /(?:^|\/)(?:\.?scripts?|tools?|tooling|build|bin|ci|hack|tasks)\/(?:[^/]+\/)?[^/]+\.(?:[cm]?[jt]s|py)$/i;
const test = /(?:^|[/._-])(?:tests?|specs?|fixtures?)(?=[/._-])|\.d\.[cm]?ts$/i;
const depthMax = 6;

/** What programs call to write files. */
const writes =
  /\b(?:writeFile|outputFile|createWriteStream|copyFile|cpSync|mkdir|ensureDir|emptyDir|writeTextFile|write_text|makedirs|copytree)|\bBun\.write\b|\bopen\([^()\n]{1,200}["'][wa]b?["']/;

/** `"a/b"` and `${root}/a/b`, whatever follows. */
const literal = /(?:["'`]|\}\/)([\w.@-]+(?:\/[\w.@-]+)+)\/?/g;
const joined = /\b(?:join|resolve)\(([^()\n]{1,300})\)/g;
const names = /["']([^"'\n]{1,200})["']/g;

export function isProgram(path: string): boolean {
  return program.test(path) && !test.test(path) && path.split("/").length <= depthMax;
}

/**
 * Returns the paths that a program names in its text, if it writes files: those of two names at least,
 * without `./` and `../` before them. From which folder they count is not known.
 */
export function pathsOfProgram(text: string): string[] {
  if (!writes.test(text)) return [];
  const paths: string[] = [];
  const add = (names: string[], isWhole: boolean): void => {
    const below = names.filter((name) => !/^\.{0,2}$/.test(name));
    if (isWhole && below.length > 1) paths.push(below.join("/"));
  };
  for (const { 0: found, 1: path, index } of text.matchAll(literal))
    add(path!.split("/"), /["'`$]/.test(text[index + found.length] ?? ""));
  for (const [, parts] of text.matchAll(joined)) {
    const parted = [...parts!.matchAll(names)].flatMap(([, name]) => name!.split("/"));
    add(
      parted,
      parted.every((name) => /^[\w.@-]*$/.test(name)),
    );
  }
  return [...new Set(paths)];
}
