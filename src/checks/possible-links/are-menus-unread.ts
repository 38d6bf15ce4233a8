import type { Site } from "../site.ts";

const unread: ReadonlySet<string> = new Set([
  "hugo",
  "vitepress",
  "docusaurus",
  "starlight",
  "nextra",
  "jekyll",
]);

/**
 * Whether menus may name pages where no rule looks: Hugo's in its configuration and in front matter,
 * the others' where a script computes them.
 */
export function areMenusUnread({ configuration }: Site): boolean {
  return unread.has(configuration.generator);
}
