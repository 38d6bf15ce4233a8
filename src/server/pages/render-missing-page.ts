import { type Html, html } from "./html.ts";

/** Renders a page that says what is missing and why it may be. */
export function renderMissingPage({ title, reason }: { title: string; reason: string }): Html {
  return html`
<header class="top"><span class="brand">Copydesk</span></header>
<main class="missing">
<h1>${title}</h1>
<p>${reason}</p>
</main>`;
}
