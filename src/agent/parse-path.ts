import { AppError } from "../errors.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";

const componentBytesMax = 255;
const pathBytesMax = 4_096;

/**
 * Splits a repository path, as a model wrote it, into components; [] is the root. Checks the text only,
 * without touching files. Throws `path_outside_workspace` unless the path is plainly below the root.
 */
export function parsePath(path: string): string[] {
  const reason = findReason(path);
  if (reason !== null) throw outside(path, reason);
  const components = path.split("/").filter((component) => component !== "" && component !== ".");
  for (const component of components) {
    const problem = findComponentReason(component);
    if (problem !== null) throw outside(path, problem);
  }
  return components;
}

/** True if a name in a folder can be part of a path. */
export function isUsableName(name: string): boolean {
  return findReason(name) === null && findComponentReason(name) === null;
}

function findReason(path: string): string | null {
  if (path.startsWith("/") || path.startsWith("~"))
    return "paths start at the repository root, without a leading / or ~";
  if (/[\u0000-\u001f\u007f-\u009f]/.test(path)) return "control characters are not allowed in a path";
  if (/[\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/.test(path))
    return "invisible characters are not allowed in a path";
  if (path.includes("\\")) return "folders are separated by /";
  if (Buffer.byteLength(path) > pathBytesMax) return "the path is too long";
  if (!path.isWellFormed()) return "the path is not valid Unicode";
  return null;
}

function findComponentReason(component: string): string | null {
  if (component === "..") return "`..` is not allowed";
  if (/[. ]$/.test(component)) return "a name must not end with a dot or a space";
  if (Buffer.byteLength(component) > componentBytesMax) return "a name in the path is too long";
  // Names that some file systems treat as `.git`: other cases, short names, NTFS streams, compatibility
  // forms.
  const folded = trimEndCharacters(component.normalize("NFKC").toLowerCase().replace(/:.*$/s, ""), ". ");
  if (folded === ".git" || /^git~\d+$/.test(folded)) return "git's own folder is not part of the workspace";
  return null;
}

function outside(path: string, reason: string): AppError {
  return new AppError(
    "path_outside_workspace",
    `${JSON.stringify(path.slice(0, 200))} cannot be used: ${reason}`,
  );
}
