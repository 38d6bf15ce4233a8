import { type Html, html } from "./html.ts";

export function renderMissingPage(): Html {
  return html`
<header class="top"><span class="brand">Copydesk</span></header>
<main class="missing">
<h1>There is no such pull request</h1>
<p>The address may be mistyped, or the project was deleted.</p>
</main>`;
}
