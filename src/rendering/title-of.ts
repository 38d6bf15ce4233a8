import type { ComponentTag } from "./read-component.ts";

const titleAttributes = ["title", "label", "name", "header", "heading", "value", "summary", "src", "href"];

/** What a component is called on the page, as far as one of its attributes says so. */
export function titleOf({ attributes }: Pick<ComponentTag, "attributes">): string {
  for (const name of titleAttributes) {
    const found = attributes.get(name);
    if (found) return found.slice(0, 300);
  }
  return "";
}
