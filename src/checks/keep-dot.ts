/** A relative path with the `./` at its beginning that the old one had. */
export function keepDot(relative: string, { rawPath }: { rawPath: string }): string {
  return rawPath.startsWith("./") && !relative.startsWith(".") ? `./${relative}` : relative;
}
