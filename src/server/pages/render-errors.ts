import { STATUS_CODES } from "node:http";
import type { ErrorEntry } from "../errors/error-entries.ts";
import { type Html, html } from "./html.ts";
import { renderCodeSpans } from "./render-code-spans.ts";

/** Renders the list of all codes. */
export function renderErrors(entries: readonly ErrorEntry[]): Html {
  const cards = entries.map(
    (entry) => html`<section class="card" id="${entry.code}">
<h2><a href="errors/${entry.code}"><code>${entry.code}</code></a></h2>
${renderEntry(entry)}</section>`,
  );
  return renderFrame({ title: "Errors", root: "." }, cards);
}

/** Renders the page of one code. */
export function renderError(entry: ErrorEntry): Html {
  return renderFrame({ title: entry.code, root: ".." }, [
    html`<section class="card">${renderEntry(entry)}</section>`,
  ]);
}

/**
 * `root` is the relative path from the page to the root of the service, so that links work under any prefix
 * of the public URL.
 */
function renderFrame({ title, root }: { title: string; root: string }, cards: readonly Html[]): Html {
  return html`
<header class="top"><span class="brand">Copydesk</span><span class="project">errors</span></header>
<main class="errors">
<h1>${title}</h1>
${cards}
<p><a href="${root}/errors">All errors</a> · <a href="${root}/reference">API reference</a></p>
</main>`;
}

function renderEntry({ status, retryable, cause, cure }: ErrorEntry): Html {
  const answered = status === null ? "ends a job or a command" : `${status} ${STATUS_CODES[status] ?? ""}`;
  return html`<p class="type">${answered} · ${retryable ? "trying again can succeed" : "trying again changes nothing"}</p>
<p>${renderCodeSpans(cause)}</p>
<p>${renderCodeSpans(cure)}</p>`;
}
