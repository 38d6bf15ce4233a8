import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { renderAddress } from "../shared/addresses.ts";
import type { HugoModel } from "./model.ts";
import { mountOf, pageExtension, placePage } from "./place-page.ts";
import { addressesOfHugo } from "./routes.ts";

/** Returns the path of a link that names `page`, in the style of the old one; null if it cannot be known. */
export function renderHugoPath(
  { files }: Site,
  model: HugoModel,
  { from, parts, page }: { from: PlacedPage; parts: TargetParts; page: PlacedPage },
): string | null {
  const isFile = pageExtension.test(parts.path);
  if (parts.isLookedUp) return renderLookedUp(model, parts, page, { from, files });
  if (parts.template !== undefined || (model.linkHook === "embedded" && isFile))
    return renderFile(model, parts, page, { from, files });
  // Only a hook that is not read turns a file's name into an address.
  if (isFile) return model.linkHook === "unknown" ? renderBeside(from, parts, page) : null;
  const address = addressesOfHugo(model, page, files)?.own ?? null;
  const own = addressesOfHugo(model, from, files)?.own ?? null;
  if (address === null || (own === null && !parts.rawPath.startsWith("/"))) return null;
  const folder = own === null || own.endsWith("/") ? (own ?? "/") : posix.dirname(own);
  if (/\.html?$/i.test(parts.rawPath) !== /\.html?$/i.test(address)) return null;
  return renderAddress(address, parts, { folder, base: model.basePath });
}

interface Ends {
  from: PlacedPage;
  files: ReadonlySet<string>;
}

/** Names the file: from the content folder if the link begins with `/`, else from the page's folder. */
function renderFile(model: HugoModel, parts: TargetParts, page: PlacedPage, ends: Ends): string | null {
  const placed = placeBoth(model, page, ends, parts.template?.language);
  if (placed === null || (parts.template?.language !== undefined && !parts.rawPath.startsWith("/")))
    return null;
  const keepsExtension = pageExtension.test(parts.path);
  const named = { path: nameless(page.path, placed.target.language, parts), facts: page.facts };
  if (!parts.rawPath.startsWith("/") && keepsExtension) return renderBeside(ends.from, parts, named);
  const below = mountOf(model, named.path)!.below;
  const path = posix.join("/", keepsExtension ? below : placed.target.path);
  return encodePath(path, parts);
}

/** Leaves out the language of a file's name where the link did: `a.fr.md` is `a.md` to pages in French. */
function nameless(path: string, language: string, parts: TargetParts): string {
  const suffix = `.${language}${posix.extname(path)}`;
  const isNamed = path.toLowerCase().endsWith(suffix) && !parts.path.toLowerCase().endsWith(suffix);
  return isNamed ? path.slice(0, -suffix.length) + posix.extname(path) : path;
}

/** Writes a path for Hugo's lookup: a page is relative to its folder, a section to itself. */
function renderLookedUp(model: HugoModel, parts: TargetParts, page: PlacedPage, ends: Ends): string | null {
  const placed = placeBoth(model, page, ends);
  if (placed === null) return null;
  const { source, target } = placed;
  const slash = parts.rawPath.endsWith("/") ? "/" : "";
  if (parts.rawPath.startsWith("/")) return encodePath(target.path, parts) + slash;
  const folder = source.kind === "branch" ? source.path : posix.dirname(source.path);
  return encodePath(keepDot(posix.relative(folder, target.path), parts), parts) + slash;
}

/** Null if one of them has no place, or the other one's language is not the link's. */
function placeBoth(model: HugoModel, page: PlacedPage, { from, files }: Ends, language?: string) {
  const target = placePage(model, page.path, files);
  const source = placePage(model, from.path, files);
  if (target === null || source === null || target.language !== (language ?? source.language)) return null;
  return { source, target };
}

function renderBeside(from: PlacedPage, parts: TargetParts, page: PlacedPage): string {
  return encodePath(keepDot(posix.relative(posix.dirname(from.path), page.path), parts), parts);
}
