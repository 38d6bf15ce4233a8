// Ends with 0 while the process responds on its own port for metrics and health. Plain JavaScript: it is
// started every few seconds.
const port = Number(process.env.COPYDESK_METRICS_PORT || 9464);
const given = process.env.COPYDESK_METRICS_HOST || "127.0.0.1";
const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]" }[given] ?? given;
try {
  const response = await fetch(`http://${host}:${port}/healthz`, { signal: AbortSignal.timeout(4_000) });
  process.exitCode = response.ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
