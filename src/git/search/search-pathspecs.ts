import { AppError } from "../../errors.ts";
import { globCharactersMax } from "../../text/match-glob.ts";

const alternativesMax = 64;

/**
 * Converts a glob to git's pathspecs, which have no `{a,b}` and read `[slug]` as a set of letters. Throws
 * `invalid_request` for a glob that leaves the tree, is too long or has too many alternatives.
 */
export function searchPathspecs(glob: string | undefined): string[] {
  return splitGlob(glob).map((alternative) => {
    const plain = alternative.replace(/[[\]\\]/g, "\\$&");
    return `:(glob)${plain.includes("/") ? plain : `**/${plain}`}`;
  });
}

/**
 * Expands `{a,b}` in a glob to its alternatives, from the root of the tree. An empty result means all
 * files. Throws what `searchPathspecs` throws.
 */
export function splitGlob(glob: string | undefined): string[] {
  if (glob === undefined || glob === "" || glob === ".") return [];
  if (glob.length > globCharactersMax || /\p{Cc}/u.test(glob)) {
    throw refused(glob, `is longer than ${globCharactersMax} characters or contains control characters`);
  }
  const alternatives = expandBraces(glob.replace(/^(\.?\/)+/, ""));
  for (const alternative of alternatives)
    if (alternative.split("/").includes("..")) throw refused(glob, "leaves the repository");
  return alternatives;
}

function expandBraces(glob: string): string[] {
  let done: string[] = [];
  let open = [glob];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const whole = text.match(/\{[^{}]*\}/g)?.find((group) => group.includes(","));
      if (whole === undefined) done = [...done, text];
      else {
        const choices = whole.slice(1, -1).split(",");
        next.push(...choices.map((choice) => text.replace(whole, () => choice)));
      }
    }
    if (done.length + next.length > alternativesMax)
      throw refused(glob, `has more than ${alternativesMax} alternatives; search for fewer at once`);
    open = next;
  }
  return done;
}

function refused(glob: string, problem: string): AppError {
  return new AppError("invalid_request", `The glob ${JSON.stringify(glob.slice(0, 80))} ${problem}.`);
}
