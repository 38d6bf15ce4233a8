import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage } from "../../model/site.ts";
import { withoutBase } from "../shared/addresses.ts";
import type { Settings } from "./read-settings.ts";
import { isRelative } from "./resolve-link.ts";
import type { RspressRoutes } from "./routes.ts";

/** Returns the path of a link to a page, which names its file or its address as the one before did. */
export function renderRspressLink(
  settings: Settings,
  routes: RspressRoutes,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  if (!routes.hasRoute(from.path) || !routes.hasRoute(page.path)) return null;
  const { docsRoot, base } = settings;
  const own = posix.join("/", posix.relative(docsRoot, page.path));
  const ending = /\.mdx?$/i.test(parts.path) ? "file" : /\.html$/.test(parts.path) ? "html" : "none";
  if (parts.path.startsWith("/")) {
    const isBased = base !== null && base !== "/" && withoutBase(base, parts.path) !== null;
    const start = isBased ? base.replace(/\/$/, "") : "";
    // A link without a language leads to the one of its page.
    const isShort = routes.withoutPrefix(parts.path) === posix.join(parts.path).replace(/(?<=.)\/$/, "");
    const isSame = routes.folderOf(from.path) === routes.folderOf(page.path);
    const path = isShort && isSame ? routes.withoutPrefix(own) : isShort ? routes.routeOf(own) : own;
    return encodePath(start + spell(path, parts, ending), parts);
  }
  if (!isRelative(settings, parts.path)) {
    const path = routes.folderOf(from.path) === routes.folderOf(page.path) ? routes.withoutPrefix(own) : own;
    return encodePath(spell(path, parts, ending).slice(1), parts);
  }
  const folder = posix.join("/", posix.relative(docsRoot, posix.dirname(from.path)));
  // Relative ones of version 2 lose their slash in the build, so that they need the file's name.
  const isWhole = settings.major === 2 && ending === "none" && !parts.rawPath.endsWith("/");
  const spelled = isWhole ? own.replace(/\.\w+$/, "") : spell(own, parts, ending);
  const dotted = keepDot(posix.relative(folder, spelled) || ".", parts);
  return encodePath(!isWhole && spelled.endsWith("/") ? `${dotted.replace(/\/$/, "")}/` : dotted, parts);
}

/** Spells a file's path from the folder of the pages on with its ending, with `.html` or with neither. */
function spell(path: string, parts: TargetParts, ending: "file" | "html" | "none"): string {
  if (ending === "file") return path;
  const bare = path.replace(/\.(?:mdx?|[jt]sx?)$/, "");
  if (ending === "html") return `${bare.replace(/\/$/, "/index")}.html`;
  // Without its slash, the address of a folder's own page is served by the router of the pages alone.
  return /(?:^|\/)index$/.test(parts.path) ? bare : bare.replace(/(?<=\/)index$/, "");
}
