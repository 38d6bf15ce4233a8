import { html } from "./html.ts";

/** Renders the source of a page, with links to the others, for as long as the site is not built. */
export function renderUnbuiltDoc({
  source,
  summary,
  root,
}: {
  source: string;
  /** `docs/SUMMARY.md`. */
  summary: string;
  /** Address of `/docs/`. */
  root: string;
}): string {
  const pages = summary.split("\n").flatMap(readEntry);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Documentation · Copydesk</title>
</head>
<body>
<main>
<p><strong>The documentation site is not built yet.</strong> <code>npm start</code> and <code>npm run demo</code> build it
in the background, which takes about a minute; <code>npm run docs</code> builds it at once. Then load this page again.
Until then, pages are shown as they are written.</p>
<pre>${source}</pre>
</main>
<nav aria-label="Pages"><h2>All pages</h2>
<ul>${pages.map(({ title, file }) => html`<li><a href="${root}${file}">${title}</a></li>`)}</ul>
</nav>
</body>
</html>
`.markup;
}

/** Reads a line such as `- [Title](file.md)`. */
function readEntry(line: string): { title: string; file: string }[] {
  const [before = "", rest] = line.split("](");
  if (rest?.endsWith(".md)") !== true || !before.trimStart().startsWith("- [")) return [];
  return [{ title: before.slice(before.indexOf("[") + 1), file: rest.slice(0, -".md)".length) }];
}
