import type { Site } from "../site.ts";

/** Hugo's menus name pages in its configuration and in front matter, which no rule judges. */
export function areMenusUnread({ configuration }: Site): boolean {
  return configuration.generator === "hugo";
}
