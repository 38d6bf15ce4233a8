// Scripts that are written without spaces: a Latin term beside one of their characters stands alone.
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const wordCharacter = `[[\\p{L}\\p{N}\\p{M}]--[${unspaced}]]`;
const wordEdge = new RegExp(`^${wordCharacter}$`, "v");

/**
 * Matches the term as a whole word, global. An edge of the term that is no letter, digit or mark (or is one of a script
 * without spaces) needs no boundary. An underscore joins words (`api_token`) but not at the outer side of
 * emphasis (`_token_`).
 */
export function createTermPattern(term: string): RegExp {
  const characters = [...term];
  const before = isWordEdge(characters[0]) ? `(?<!${wordCharacter}_*)` : "";
  const after = isWordEdge(characters.at(-1)) ? `(?!_*${wordCharacter})` : "";
  return new RegExp(`${before}${escapePattern(term)}${after}`, "gv");
}

function isWordEdge(character: string | undefined): boolean {
  return character === "_" || (character !== undefined && wordEdge.test(character));
}

function escapePattern(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, "\\$&");
}
