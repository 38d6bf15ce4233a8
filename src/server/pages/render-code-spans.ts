import { type Html, html } from "./html.ts";

/** Renders one line of Markdown, of which only code spans are interpreted. */
export function renderCodeSpans(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}
