/** Returns a relative path with the leading `./` that the old one had, if any. */
export function keepDot(relative: string, { rawPath }: { rawPath: string }): string {
  return rawPath.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
}

/** Returns the path without the `./` and `../` that it begins with. */
export function withoutDots(path: string): string {
  return path.replace(/^(?:\.{1,2}\/)+/, "");
}
