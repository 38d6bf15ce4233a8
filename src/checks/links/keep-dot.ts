/** Returns a relative path with the leading `./` that the old one had, if any. */
export function keepDot(relative: string, { rawPath }: { rawPath: string }): string {
  return rawPath.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
}
