import { plainText } from "./plain-text.ts";

export const refNameCharactersMax = 255;

/**
 * Branch names that we let near git. Narrower than git's own rule, which admits `@` and invisible characters:
 * letters and digits of ASCII and `. _ / + @ # = -`. No part is empty, begins or ends with a dot, or ends
 * with `.lock`.
 */
export const refNamePattern =
  /^(?!-|@$|HEAD$)(?!.*\.(?:\.|\/|$|[lL][oO][cC][kK](?:\/|$)))[\w+@#=-][\w.+@#=-]*(?:\/[\w+@#=-][\w.+@#=-]*)*$/;

/** For the API's description; `assertRefName` says what is wrong with another name. */
export const refName = plainText({ max: refNameCharactersMax }).meta({ pattern: refNamePattern.source });
