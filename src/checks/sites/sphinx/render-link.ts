import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import type { SphinxSite } from "./routes.ts";

/**
 * Renders a path from the page or from the folder of `conf.py`, with or without the file's extension.
 * `isTaken`: whether a name leads elsewhere unless it begins with `./`.
 */
export function renderSphinxLink(
  sphinx: Pick<SphinxSite, "root">,
  _site: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
  isTaken: (name: string) => boolean = () => false,
): string | null {
  const { rawPath } = parts;
  // A label moves with its page.
  if (parts.isLabel) return rawPath;
  const named = /\.md$/i.test(rawPath) ? page.path : page.path.replace(/\.md$/i, "");
  if (rawPath.startsWith("/"))
    return page.path.startsWith(sphinx.root)
      ? encodePath(`/${named.slice(sphinx.root.length)}`, parts)
      : null;
  const relative = posix.relative(posix.dirname(from.path), named);
  const dotted = isTaken(relative) ? `./${relative}` : keepDot(relative, { rawPath });
  return encodePath(dotted, parts);
}
