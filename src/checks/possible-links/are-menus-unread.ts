import type { Site } from "../model/site.ts";

const unread: ReadonlySet<string> = new Set([
  "hugo",
  "vitepress",
  "vuepress",
  "rspress",
  "docusaurus",
  "starlight",
  "nextra",
  "fumadocs",
  "jekyll",
]);

/**
 * Whether menus may name pages where no rule looks: Hugo's in its configuration and front matter, those of
 * others in scripts that compute them.
 */
export function areMenusUnread({ configuration }: Site): boolean {
  return unread.has(configuration.generator);
}
