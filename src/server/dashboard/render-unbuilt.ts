/** Renders the page shown in place of the dashboard while it is not built. */
export function renderUnbuilt(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>The dashboard is not built · Copydesk</title>
<style nonce="${nonce}">
body { max-width: 36rem; margin: 16vh auto; padding: 0 20px; font: 16px/1.5 system-ui, sans-serif; }
pre { padding: 12px; border: 1px solid; border-radius: 6px; overflow: auto; }
</style>
</head>
<body>
<main>
<h1>The dashboard is not built</h1>
<p>The service runs, and its HTTP API and commands work; only the files of its pages are missing. On the machine that it
runs on, in the folder of Copydesk, build them:</p>
<pre><code>npm run setup</code></pre>
<p>Then load this page again. The service need not be restarted.</p>
</main>
</body>
</html>
`;
}
