import { matchSteps, type Step } from "./match-steps.ts";

/** Maximum length of a glob from outside; matching takes time in proportion to it. */
export const globCharactersMax = 500;

/**
 * Returns a function that tells whether a repository path matches a glob: `*` and `?` stay within a folder,
 * `**` crosses folders, `{a,b}` is either and may be nested, a `/` at the end means everything below, and
 * all else is literal (`[slug]` too: it is a common file name). Alternatives are followed in parallel,
 * never expanded: the time is at most in proportion to both lengths, whatever the glob.
 */
export function matchGlob(glob: string): (path: string) => boolean {
  const steps = compileGlob(tokensOf(glob));
  return (path) => matchSteps(steps, path, { path: true, above: false });
}

type Token =
  | { kind: "character"; code: number }
  | { kind: "one" | "star" | "stars" }
  | { kind: "goto"; to: number[] };

const slash = 47;

function tokensOf(glob: string): Token[] {
  const rooted = glob.replace(/^\.?\//, "");
  const characters = [...(rooted.endsWith("/") ? `${rooted}**` : rooted)];
  const groups = findGroups(characters);
  const tokens: Token[] = [];
  const placeOf: number[] = [];
  const gotos: [token: number, to: readonly number[]][] = [];
  for (let at = 0; at < characters.length; at++) {
    placeOf[at] = tokens.length;
    const to = groups.get(at);
    if (to !== undefined) {
      gotos.push([tokens.length, to]);
      tokens.push({ kind: "goto", to: [] });
    } else if (characters[at] === "*") {
      const start = at;
      while (characters[at + 1] === "*") at++;
      tokens.push({ kind: at - start === 1 ? "stars" : "star" });
    } else if (characters[at] === "?") tokens.push({ kind: "one" });
    else tokens.push({ kind: "character", code: characters[at]!.codePointAt(0)! });
  }
  placeOf[characters.length] = tokens.length;
  for (const [token, to] of gotos) tokens[token] = { kind: "goto", to: to.map((at) => placeOf[at]!) };
  return tokens;
}

/** Returns the targets of `{`, `,` and `}` for groups with at least one comma; any other brace is literal. */
function findGroups(characters: readonly string[]): Map<number, number[]> {
  const groups = new Map<number, number[]>();
  const open: { at: number; commas: number[] }[] = [];
  for (const [at, character] of characters.entries()) {
    if (character === "{") open.push({ at, commas: [] });
    else if (character === ",") open.at(-1)?.commas.push(at);
    else if (character === "}") {
      const group = open.pop();
      if (group === undefined || group.commas.length === 0) continue;
      groups.set(group.at, [group.at + 1, ...group.commas.map((comma) => comma + 1)]);
      for (const place of [...group.commas, at]) groups.set(place, [at + 1]);
    }
  }
  return groups;
}

/** Position of a token: at the start of a name, within one, or after `**`, where only `/` may follow. */
const atStart = 0;
const within = 1;
const behindStars = 2;

/**
 * Compiles a glob. `**` crosses folders only as a whole name, which depends on the way through the groups,
 * so each token is compiled for each position.
 */
function compileGlob(tokens: readonly Token[]): Step[] {
  const steps: Step[] = [];
  const known = new Map<number, number>();
  const pending: [place: number, token: number, where: number][] = [];
  const stepAt = (token: number, where: number): number => {
    const key = token * 3 + where;
    const place = known.get(key) ?? steps.length;
    if (place === steps.length) {
      known.set(key, place);
      steps.push({ match: "fork", next: [] });
      pending.push([place, token, where]);
    }
    return place;
  };
  const add = (step: Step): number => steps.push(step) - 1;
  stepAt(0, atStart);
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    const [place, at, where] = one;
    steps[place] = compileToken(tokens[at], where, (to, next) => stepAt(to ?? at + 1, next), add);
  }
  return steps;
}

function compileToken(
  token: Token | undefined,
  where: number,
  stepAt: (token: number | null, where: number) => number,
  add: (step: Step) => number,
): Step {
  if (token?.kind === "goto") return { match: "fork", next: token.to.map((to) => stepAt(to, where)) };
  const isSlash = token === undefined || (token.kind === "character" && token.code === slash);
  if (where === behindStars) {
    if (!isSlash) return { match: "fork", next: [] };
    return token === undefined ? { match: "end" } : { match: "fork", next: [stepAt(null, atStart)] };
  }
  if (token === undefined) return { match: "character", code: slash, next: add({ match: "end" }) };
  if (token.kind === "character") {
    return { match: "character", code: token.code, next: stepAt(null, isSlash ? atStart : within) };
  }
  if (token.kind === "one") return { match: "one", next: stepAt(null, within) };
  const name: Step = { match: "name", next: stepAt(null, within) };
  if (token.kind === "star" || where === within) return name;
  return { match: "fork", next: [add(name), add({ match: "folders", next: stepAt(null, behindStars) })] };
}
