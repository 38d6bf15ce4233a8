import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Html, html, trusted } from "./html.ts";

export interface PageFrame {
  render(page: { title: string; content: Html }): string;
  /** Headers of every page: no scripts, no requests, no framing, no caching. */
  headers: Record<string, string>;
  /** Headers of a page whose form is posted to this origin. */
  formHeaders(origin: string): Record<string, string>;
}

const sheets = ["pages.css", "errors.css"];

/** Reads the style sheets once; the pages' policy allows only their hash. */
export function createPageFrame(): PageFrame {
  const style = sheets.map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join("\n");
  const hash = createHash("sha256").update(style).digest("base64");
  const headers = (formAction: string) => ({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'sha256-${hash}'; img-src 'none'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  return {
    headers: headers("'none'"),
    formHeaders: headers,
    render: ({ title, content }) =>
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
${content}
</body>
</html>
`.markup,
  };
}
