import { uneditedFormats } from "../text/unedited-format.ts";

/** Pages in a format that no rule reads. */
export interface Unchecked {
  format: string;
  files: number;
  example: string;
}

const formats = [...uneditedFormats, { name: "Jupyter notebooks", file: /\.ipynb$/i }];
const aside = /(?:^|\/)(?:\.[^/]+|node_modules|vendor)\//;
/** One or two may be samples. */
const filesMin = 3;

/** Returns the formats of documentation below `scope` ("" for all) that are not checked. */
export function findUnchecked(files: readonly string[], scope: string): Unchecked[] {
  const own = files.filter((path) => (scope === "" || path.startsWith(`${scope}/`)) && !aside.test(path));
  return formats.flatMap(({ name, file }) => {
    const found = own.filter((path) => file.test(path)).sort();
    return found.length < filesMin ? [] : [{ format: name, files: found.length, example: found[0]! }];
  });
}
