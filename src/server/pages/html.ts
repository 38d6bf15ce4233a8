import { showHidden } from "../../text/show-hidden.ts";

/** Markup that is already safe. Only `html`, `join` and `trusted` make it. */
export interface Html {
  readonly markup: string;
}

export type HtmlValue = Html | string | number | readonly Html[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Template whose interpolated strings are escaped, with invisible characters made visible. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = strings[0]!;
  for (const [index, value] of values.entries()) markup += toMarkup(value) + strings[index + 1]!;
  return { markup };
}

export const nothing: Html = { markup: "" };

/** Marks text of this program, such as a style sheet, as safe markup; never for text from outside. */
export function trusted(markup: string): Html {
  return { markup };
}

function toMarkup(value: HtmlValue): string {
  if (typeof value === "string") return escapeHtml(showHidden(value));
  if (typeof value === "number") return String(value);
  if ("markup" in value) return value.markup;
  return value.map(({ markup }) => markup).join("");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]!);
}
