import { slugHeading } from "../../../markdown/slug-heading.ts";
import type { Routing, SiteConfiguration } from "../../model/site.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";
import type { HeadingSettings } from "./heading-settings.ts";

interface Hashes {
  routing: Pick<Routing, "hasName">;
  configuration: Pick<SiteConfiguration, "builtHash">;
}

/**
 * What becomes of the hashes of links: version 1 keeps them, version 2 makes slugs of those in Markdown.
 * Where the version is not known, both lead to a heading.
 */
export function hashesOf(major: 1 | 2 | null, settings: HeadingSettings | null): Hashes {
  const slug = settings?.slug ?? ((text: string) => slugHeading(text, "vitepress"));
  const hasName: Routing["hasName"] = (site, page, name) => anchorsOf(site, page).has(slug(name));
  const builtHash: SiteConfiguration["builtHash"] = (name, kind) =>
    kind === "link" || kind === "definition" ? slug(name.split(":~:")[0]!) : name;
  return {
    routing: major === null ? { hasName } : {},
    configuration: major === 2 ? { builtHash } : {},
  };
}
