import { STATUS_CODES } from "node:http";
import type { ErrorEntry } from "../error-entries.ts";
import { type Html, html } from "./html.ts";
import { renderCodeSpans } from "./render-code-spans.ts";

/** One code, or the list of all. */
export function renderErrors(entries: readonly ErrorEntry[], title: string): Html {
  return html`
<header class="top"><span class="brand">Copydesk</span><span class="project">errors</span></header>
<main class="reference">
<h1>${title}</h1>
${entries.map(renderEntry)}
<p><a href="/errors">All errors</a> · <a href="/reference">API reference</a></p>
</main>`;
}

function renderEntry({ code, status, retryable, text }: ErrorEntry): Html {
  const answered = status === null ? "ends a job or a command" : `${status} ${STATUS_CODES[status] ?? ""}`;
  return html`<section class="card note" id="${code}"><h2><code>${code}</code></h2>
<p>${answered} · ${retryable ? "trying again can succeed" : "trying again changes nothing"}</p>
<p>${renderCodeSpans(text)}</p></section>`;
}
