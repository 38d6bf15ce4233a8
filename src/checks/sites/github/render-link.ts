import { posix } from "node:path";
import { keepDot } from "../../keep-dot.ts";
import { encodePath } from "../../render-target.ts";
import type { PlacedPage } from "../../site.ts";
import type { TargetParts } from "../../split-target.ts";

export function renderGithubLink(from: PlacedPage, parts: TargetParts, page: PlacedPage): string {
  const { rawPath } = parts;
  if (rawPath.startsWith("/")) return encodePath(`/${page.path}`, parts);
  const relative = posix.relative(posix.dirname(from.path), page.path);
  const dotted = keepDot(relative, { rawPath });
  return encodePath(dotted, parts);
}
