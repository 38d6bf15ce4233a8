import { posix } from "node:path";
import type { PageLink } from "../../../markdown/page-scan.ts";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { renderAddress } from "../shared/addresses.ts";
import type { JekyllModel } from "./model.ts";
import { fileOf, isBelowBase } from "./resolve-link.ts";
import { addressesOfJekyll } from "./routes.ts";

const kind: PageLink["kind"] = "link";

export function renderJekyllLink(
  model: JekyllModel,
  { files }: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const below = page.path.startsWith(model.root) ? page.path.slice(model.root.length) : null;
  if (parts.template?.name === "link") return below;
  if (parts.template?.name === "post_url") return null;
  const isFile = model.isMarkdown(parts.path) && fileOf(model, from.path, parts, kind) !== null;
  if (isFile && parts.template === undefined) {
    if (parts.rawPath.startsWith("/")) return below === null ? null : encodePath(`/${below}`, parts);
    const relative = posix.relative(posix.dirname(from.path), page.path);
    const dotted = keepDot(relative, parts);
    return encodePath(dotted, parts);
  }
  const [address, hidden] = addressesOfJekyll(model, page, files);
  const [own] = addressesOfJekyll(model, from, files);
  if (address === undefined || (own === undefined && !parts.rawPath.startsWith("/"))) return null;
  const isHtml = /\.html$/.test(parts.rawPath);
  // A page's address may now end differently from the link's.
  if (isHtml !== address.endsWith(".html") && (isHtml || hidden === undefined)) return null;
  const named = isHtml || !address.endsWith(".html") ? address : hidden!;
  if (!named.endsWith("/") && parts.rawPath.endsWith("/")) return null;
  const styled = named.endsWith("/") ? { ...parts, rawPath: `${parts.rawPath.replace(/\/$/, "")}/` } : parts;
  const folder = own === undefined ? "/" : own.endsWith("/") ? own : posix.join(own, "../");
  if (!isBelowBase(parts)) return renderAddress(named, styled, { folder, base: model.basePath });
  // A filter adds the slash that is not written.
  const isBare = !parts.rawPath.startsWith("/");
  const whole = isBare ? { ...styled, rawPath: `/${styled.rawPath}` } : styled;
  return renderAddress(named, whole, { folder, base: "" }).slice(isBare ? 1 : 0);
}
