import { addressOf } from "../../docs-site/page-address.ts";
import type { SitePage, SitePart } from "../../docs-site/read-summary.ts";
import type { RenderedDoc } from "../../docs-site/render-doc.ts";
import { type Html, html, trusted } from "./html.ts";

interface DocPage {
  doc: RenderedDoc;
  parts: readonly SitePart[];
  /** Path below `/docs`. */
  address: string;
  /** Address of the service, without a trailing slash. */
  base: string;
}

/** Renders a page of the documentation with its navigation and search; the page has no inline script. */
export function renderDocPage({ doc, parts, address, base }: DocPage): string {
  const root = `${base}/docs`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${doc.title} · Copydesk</title>
<link rel="stylesheet" href="${root}/docs.css">
<script type="module" src="${root}/search.js"></script>
</head>
<body data-docs-root="${root}">
<a class="skip" href="#content">Skip to the page</a>
<header>
<a href="${root}">Copydesk documentation</a>
<input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off" hidden>
<a href="${base}/reference">API reference</a>
<a class="to-pages" href="#all-pages">All pages</a>
<ul id="results" aria-live="polite" hidden></ul>
</header>
<div class="frame">
<nav id="all-pages" aria-label="Pages">${parts.map((part) => renderPart(part, address, root))}</nav>
<main id="content">${trusted(doc.html)}</main>
</div>
</body>
</html>
`.markup;
}

function renderPart({ title, pages }: SitePart, address: string, root: string): Html {
  return html`<h2>${title}</h2><ul>${pages.map((page) => renderEntry(page, address, root))}</ul>`;
}

function renderEntry({ title, file, depth }: SitePage, address: string, root: string): Html {
  const own = addressOf(`docs/${file}`)!;
  const link =
    own === address
      ? html`<a href="${root}/${own}" aria-current="page">${title}</a>`
      : html`<a href="${root}/${own}">${title}</a>`;
  return depth === 0 ? html`<li>${link}</li>` : html`<li class="below">${link}</li>`;
}
