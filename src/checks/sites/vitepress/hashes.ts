import { slugHeading } from "../../../markdown/slug-heading.ts";
import type { Routing } from "../../model/site.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";
import type { HeadingSettings } from "./heading-settings.ts";

/**
 * What becomes of the hashes of links: version 1 keeps them, version 2 makes slugs of those in Markdown.
 * Where the version is not known, both lead to a heading.
 */
export function hashesOf(
  major: 1 | 2 | null,
  settings: HeadingSettings | null,
): Pick<Routing, "hasName" | "builtHash"> {
  const slug = settings?.slug ?? ((text: string) => slugHeading(text, "vitepress"));
  if (major === 1) return {};
  if (major === null) return { hasName: (site, page, name) => anchorsOf(site, page).has(slug(name)) };
  return {
    builtHash: (name, kind) =>
      kind === "link" || kind === "definition" ? slug(name.split(":~:")[0]!) : name,
  };
}
