import { AppError } from "../errors.ts";
import { refNameCharactersMax as charactersMax, refNamePattern } from "../schemas/ref-name.ts";

/**
 * Throws `invalid_ref` unless the text is a branch name that is safe to pass to git. A branch with other
 * characters has to be renamed.
 */
export function assertRefName(name: string): void {
  if (name.length <= charactersMax && refNamePattern.test(name)) return;
  const shown = JSON.stringify(name.slice(0, 80)).replace(/[^\x20-\x7e]/g, "?");
  throw new AppError("invalid_ref", `${shown} is not a branch name that can be used: ${problemOf(name)}.`);
}

function problemOf(name: string): string {
  if (name === "") return "it is empty";
  if (name.length > charactersMax) return `it is longer than ${charactersMax} characters`;
  if (!/^[A-Za-z0-9._/+@#=-]+$/.test(name)) return "only A-Z a-z 0-9 . _ / + @ # = - are allowed";
  if (name.startsWith("-")) return "it begins with a hyphen";
  if (name === "@" || name === "HEAD") return "git gives this name a meaning of its own";
  if (name.includes("..")) return "it contains two dots in a row";
  return "a part of it is empty, begins or ends with a dot, or ends with .lock";
}
