import { posix } from "node:path";
import type { Site } from "../model/site.ts";

/** Whether the file is a page in reStructuredText, of which no rule reads the links. */
export function isUnreadMarkup({ configuration: { docsRoot } }: Site, path: string): boolean {
  return path.endsWith(".rst") && (docsRoot === "" || path.startsWith(`${docsRoot}/`));
}

const code = /\.(?:[mc]?[jt]sx?|vue|svelte|py|rb)$/;

/** Whether the file is code of something else in the repository: no menu of the generator stands in it. */
export function isOtherCode({ configuration }: Site, path: string): boolean {
  const { docsRoot, generator, readFrom } = configuration;
  if (!code.test(path) || (generator !== "hugo" && generator !== "jekyll")) return false;
  const [main = ""] = readFrom;
  const folder = posix.dirname(main).replace(/(?:^|\/)config\/_default$/, "");
  const folders = [folder === "." ? "" : folder, docsRoot];
  return folders.every((one) => one !== "" && !path.startsWith(`${one}/`));
}
