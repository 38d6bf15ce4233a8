import { AppError } from "../errors.ts";

const globCharactersMax = 500;
const alternativesMax = 64;

/** A glob as pathspecs of git, which knows no `{a,b}`. Throws `invalid_request` for one that leaves the tree or is too long. */
export function searchPathspecs(glob: string | undefined): string[] {
  if (glob === undefined || glob === "" || glob === ".") return [];
  if (glob.length > globCharactersMax || /\p{Cc}/u.test(glob)) {
    throw refused(glob, `is longer than ${globCharactersMax} characters or contains control characters`);
  }
  return expandBraces(glob.replace(/^(\.?\/)+/, "")).map((alternative) => {
    if (alternative.split("/").includes("..")) throw refused(glob, "leaves the repository");
    return `:(glob)${alternative.includes("/") ? alternative : `**/${alternative}`}`;
  });
}

function expandBraces(glob: string): string[] {
  let done: string[] = [];
  let open = [glob];
  while (open.length > 0) {
    const next: string[] = [];
    for (const text of open) {
      const [whole, inner] = /\{([^{}]*,[^{}]*)\}/.exec(text) ?? [];
      if (whole === undefined || inner === undefined) done = [...done, text];
      else next.push(...inner.split(",").map((choice) => text.replace(whole, () => choice)));
    }
    if (done.length + next.length > alternativesMax) throw refused(glob, "has too many alternatives");
    open = next;
  }
  return done;
}

function refused(glob: string, problem: string): AppError {
  return new AppError("invalid_request", `The glob ${JSON.stringify(glob.slice(0, 80))} ${problem}.`);
}
