import { plainText } from "./plain-text.ts";

export const refNameCharactersMax = 255;

/**
 * Branch names that may be passed to git. Narrower than git's own rule, which allows a bare `@` and invisible
 * characters: ASCII letters and digits and `. _ / + @ # = -`. No part is empty, begins or ends with a dot, or
 * ends with `.lock`.
 */
export const refNamePattern =
  /^(?!-|@$|HEAD$)(?!.*\.(?:\.|\/|$|[lL][oO][cC][kK](?:\/|$)))[\w+@#=-][\w.+@#=-]*(?:\/[\w+@#=-][\w.+@#=-]*)*$/;

/** For the API's description; `assertRefName` explains what is wrong with a refused name. */
export const refName = plainText({ max: refNameCharactersMax }).meta({ pattern: refNamePattern.source });
