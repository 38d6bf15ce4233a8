import { posix } from "node:path";

interface Split {
  name: string | null;
  bare: string;
}

/** Takes the first folder for a language's name: `fr/a.md`. */
export function splitFolder(path: string): Split {
  const at = path.indexOf("/");
  return at === -1 ? { name: null, bare: path } : { name: path.slice(0, at), bare: path.slice(at + 1) };
}

/** Takes what stands before the extension for a language's name: `a.fr.md`. */
export function splitSuffix(path: string): Split {
  const { dir, name, ext } = posix.parse(path);
  const language = posix.extname(name);
  if (language === "") return { name: null, bare: path };
  return { name: language.slice(1), bare: posix.join(dir, name.slice(0, -language.length) + ext) };
}

export function joinSuffix(language: string, path: string): string {
  const { dir, name, ext } = posix.parse(path);
  return posix.join(dir, `${name}.${language}${ext}`);
}
