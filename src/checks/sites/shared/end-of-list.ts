import type { JsonNode } from "../../pages/parse-json-places.ts";

/** Where another item of a list in JSON goes, and what stands before it. */
export interface ListEnd {
  at: number;
  before: string;
}

/** Returns the end of a list, in the style of its last item. */
export function endOfList(text: string, { start, items }: JsonNode): ListEnd {
  const last = items.at(-1);
  if (last === undefined) return { at: start + 1, before: "" };
  let gap = last.start;
  while (/\s/.test(text[gap - 1] ?? "")) gap -= 1;
  return { at: last.end, before: `,${text.slice(gap, last.start) || " "}` };
}
