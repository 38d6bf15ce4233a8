import { posix } from "node:path";

/** Files in which hosts of static sites find redirects, with those that they read first in front. */
export const hostFiles = ["_redirects", "netlify.toml", "vercel.json", "firebase.json"] as const;

export function isHostFile(path: string): boolean {
  return hostFiles.some((name) => name === posix.basename(path));
}

/** Whether the file has settings of its host besides redirects. */
export function isHostSettings(path: string): boolean {
  return isHostFile(path) && posix.basename(path) !== "_redirects";
}

/** Where the pattern of a rule begins to be more than text, in the forms of all hosts. */
export const patternSign = /[*:(^$?{\\]/;
