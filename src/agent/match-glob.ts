const alternativesMax = 64;

/**
 * Whether a repository path matches a glob: `*` and `?` stay within a folder, `**` crosses folders, `{a,b}` is either, all else is
 * itself (`[slug]` too: it is a common file name). Takes time in proportion to both lengths, whatever the glob.
 */
export function matchGlob(glob: string): (path: string) => boolean {
  const alternatives = expandBraces(glob).map((text) => text.replace(/^\.?\//, "").split("/"));
  return (path) => {
    const segments = path.split("/");
    return alternatives.some((pattern) => matchSegments(pattern, segments));
  };
}

function expandBraces(glob: string): string[] {
  let pending = [glob];
  for (;;) {
    const next = pending.flatMap(expandFirst);
    if (next.length === pending.length || next.length > alternativesMax) return pending;
    pending = next;
  }
}

function expandFirst(glob: string): string[] {
  const group = /\{([^{}]*,[^{}]*)\}/.exec(glob);
  if (group === null) return [glob];
  const before = glob.slice(0, group.index);
  const after = glob.slice(group.index + group[0].length);
  return group[1]!.split(",").map((choice) => before + choice + after);
}

/** `reachable[i]`: the pattern so far matches the first i segments. */
function matchSegments(pattern: readonly string[], segments: readonly string[]): boolean {
  let reachable = [true, ...segments.map(() => false)];
  for (const part of pattern) {
    const next = segments.map(() => false);
    next.push(false);
    let isOpen = false;
    for (let index = 0; index <= segments.length; index++) {
      if (part === "**") {
        isOpen ||= reachable[index]!;
        next[index] = isOpen;
      } else if (index > 0 && reachable[index - 1]) {
        next[index] = matchName(part, segments[index - 1]!);
      }
    }
    reachable = next;
  }
  return reachable.at(-1)!;
}

function matchName(pattern: string, name: string): boolean {
  let [at, star, retry] = [0, -1, 0];
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === "*") {
      star = at++;
      retry = index;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === name[index])) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++retry;
    } else return false;
  }
  while (pattern[at] === "*") at++;
  return at === pattern.length;
}
