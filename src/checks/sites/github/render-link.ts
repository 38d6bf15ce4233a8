import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage } from "../../model/site.ts";

export function renderGithubLink(from: PlacedPage, parts: TargetParts, page: PlacedPage): string {
  const { rawPath } = parts;
  if (rawPath.startsWith("/")) return encodePath(`/${page.path}`, parts);
  const relative = posix.relative(posix.dirname(from.path), page.path);
  const dotted = keepDot(relative, { rawPath });
  return encodePath(dotted, parts);
}
