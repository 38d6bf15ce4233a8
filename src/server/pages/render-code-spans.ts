import { type Html, html } from "./html.ts";

/** One line of Markdown of which only the code spans are read. */
export function renderCodeSpans(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
