import type { ComponentTag } from "./read-component.ts";

const titleAttributes = ["title", "label", "name", "header", "heading", "value", "summary", "src", "href"];

/** Returns the title of a component on the page if one of its attributes has it. */
export function titleOf({ attributes }: Pick<ComponentTag, "attributes">): string {
  for (const name of titleAttributes) {
    const found = attributes.get(name);
    if (found) return found.slice(0, 300);
  }
  return "";
}
