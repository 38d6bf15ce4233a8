// Creates a job on a Copydesk service, waits for it and writes a summary as Markdown. Any Node from 20 on;
// the client beside it needs nothing installed. Ends with 0 for a completed job, 1 for a failed one, 2 for
// wrong use.
import { appendFileSync } from "node:fs";
import { createClient } from "../sdk/dist/index.js";

// biome-ignore lint/style/noProcessEnv: what the CI system gives; nothing of the service runs here.
const given = process.env;
const { COPYDESK_URL, COPYDESK_PROJECT, COPYDESK_API_KEY, PROMPT, TOPIC, REF, MODE, RUN_ID, SUMMARY } = given;

const missing = Object.entries({ COPYDESK_URL, COPYDESK_PROJECT, COPYDESK_API_KEY, PROMPT })
  .filter(([, value]) => !value)
  .map(([name]) => name);
if (missing.length > 0) {
  console.error(`Missing: ${missing.join(", ")}.`);
  process.exit(2);
}

const client = createClient({ url: COPYDESK_URL, projectId: COPYDESK_PROJECT, apiKey: COPYDESK_API_KEY });

/** A step that is run again asks for the same job, and gets it. */
const body = {
  prompt: PROMPT,
  ...(TOPIC && { topic: TOPIC }),
  ...(REF && { ref: REF }),
  ...(MODE && { mode: MODE }),
};
const created = await client.jobs.create(body, RUN_ID ? { idempotencyKey: RUN_ID } : {});
console.log(`Job ${created.id}`);
const job = await client.jobs.wait(created.id);

const plain = (text) =>
  String(text ?? "")
    .replace(/[\\`*_{}[\]<>()#+!|~]/g, "\\$&")
    .replace(/\s+/g, " ");
const link = job.prLink === null ? [] : [`[Pull request](${new URL(job.prLink, COPYDESK_URL).href})`];
const checks = job.checks === null ? [] : [`${job.checks.new} new problems, ${job.checks.fixed} fixed`];
const cost = job.usage.costUsd === null ? [] : [`${job.usage.costUsd.toFixed(4)} US dollars`];
const lines = [
  `### Copydesk: ${job.status} (${job.reason})`,
  "",
  plain(job.title ?? job.message),
  "",
  ...[...link, ...checks, ...cost, `Job \`${job.id}\``].map((line) => `- ${line}`),
  "",
];
console.log(`${job.status}: ${job.reason}`);
if (job.status === "failed") console.log(plain(job.message));
if (SUMMARY) appendFileSync(SUMMARY, lines.join("\n"));
process.exit(job.status === "completed" ? 0 : 1);
