import { STATUS_CODES } from "node:http";
import { type ErrorEntry, errorPath } from "../error-entries.ts";
import { type Html, html } from "./html.ts";
import { renderCodeSpans } from "./render-code-spans.ts";

/** The list of all codes. */
export function renderErrors(entries: readonly ErrorEntry[]): Html {
  const cards = entries.map(
    (entry) => html`<section class="card" id="${entry.code}">
<h2><a href="${errorPath(entry.code)}"><code>${entry.code}</code></a></h2>
${renderEntry(entry)}</section>`,
  );
  return renderFrame("Errors", cards);
}

/** The page of one code. */
export function renderError(entry: ErrorEntry): Html {
  return renderFrame(entry.code, [html`<section class="card">${renderEntry(entry)}</section>`]);
}

function renderFrame(title: string, cards: readonly Html[]): Html {
  return html`
<header class="top"><span class="brand">Copydesk</span><span class="project">errors</span></header>
<main class="reference">
<h1>${title}</h1>
${cards}
<p><a href="/errors">All errors</a> · <a href="/reference">API reference</a></p>
</main>`;
}

function renderEntry({ status, retryable, cause, cure }: ErrorEntry): Html {
  const answered = status === null ? "ends a job or a command" : `${status} ${STATUS_CODES[status] ?? ""}`;
  return html`<p class="type">${answered} · ${retryable ? "trying again can succeed" : "trying again changes nothing"}</p>
<p>${renderCodeSpans(cause)}</p>
<p>${renderCodeSpans(cure)}</p>`;
}
