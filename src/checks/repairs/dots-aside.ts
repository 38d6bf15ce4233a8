import type { TargetParts } from "../links/split-target.ts";

/** Git's history may say that there was a file once. */
export const becauseOfDots = "one ../ too many or too few";

/** Returns a relative path with one `../` less or more. */
export function dotsAside({ rawPath }: Pick<TargetParts, "rawPath">): string[] {
  if (rawPath.startsWith("/")) return [];
  const plain = rawPath.replace(/^(?:\.\/)+/, "");
  return plain.startsWith("../") ? [plain.slice(3), `../${plain}`] : [`../${plain}`];
}
