import { exampleAddress, keyVariable, needsKey } from "./curl-of.ts";
import type { ReferenceOperation } from "./read-reference.ts";

const job = '"job_0123456789abcdefghijkl"';

/** The client's method for each operation; others are called with `fetch`. */
const clientCalls: Readonly<Record<string, (body: string) => string>> = {
  createJob: (body) => `const job = await client.jobs.create(${body});`,
  getJob: () => `const job = await client.jobs.get(${job});`,
  listJobs: () => "for await (const job of client.jobs.list()) console.log(job.id, job.status);",
  sendMessage: (body) => `const job = await client.jobs.message(${job}, ${body});`,
  cancelJob: () => `const job = await client.jobs.cancel(${job});`,
  archiveJob: () => `const job = await client.jobs.archive(${job});`,
  unarchiveJob: () => `const job = await client.jobs.unarchive(${job});`,
  openPreviewPullRequest: () => `const job = await client.jobs.openPullRequest(${job});`,
  listJobEvents: () => `const page = await client.jobs.events(${job});`,
  streamJobEvents: () => `for await (const event of client.jobs.stream(${job})) console.log(event.kind);`,
  getJobDiff: () => `const patch = await client.jobs.diff(${job});`,
  getJobChecks: () => `const checks = await client.jobs.checks(${job});`,
  listModels: () => "const models = await client.models.list();",
  getLiveness: () => "const health = await client.service.live();",
  getReadiness: () => "const health = await client.service.ready();",
  getOpenapi: () => "const document = await client.service.openapi();",
};

export interface JavascriptExample {
  /** Title of the tab. */
  title: "SDK" | "JavaScript";
  code: string;
}

/** Returns the call with `@copydesk/client` if it has one, else with `fetch`. */
export function javascriptOf(operation: ReferenceOperation, origin: string): JavascriptExample {
  const call = clientCalls[operation.id];
  if (call === undefined) return { title: "JavaScript", code: fetchOf(operation, origin) };
  const code = `import { createClient } from "@copydesk/client";

const client = createClient({
  url: "${origin}",
  projectId: process.env.COPYDESK_PROJECT,
  apiKey: process.env.COPYDESK_API_KEY,
});

${call(JSON.stringify(bodyOf(operation) ?? {}, null, 2))}`;
  return { title: "SDK", code };
}

function fetchOf(operation: ReferenceOperation, origin: string): string {
  const body = bodyOf(operation);
  const headers = [
    ...(needsKey(operation)
      ? [`    Authorization: \`Bearer \${process.env.${keyVariable(operation)}}\`,`]
      : []),
    ...(body === undefined ? [] : ['    "Content-Type": "application/json",']),
  ];
  const options = [
    ...(operation.method === "GET" ? [] : [`  method: "${operation.method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  const address = JSON.stringify(origin + exampleAddress(operation));
  if (options.length === 0) return `const response = await fetch(${address});`;
  return [`const response = await fetch(${address}, {`, ...options, "});"].join("\n");
}

function bodyOf({ requestBody }: ReferenceOperation): unknown {
  const media = Object.values(requestBody?.content ?? {})[0];
  return media?.example ?? Object.values(media?.examples ?? {})[0]?.value;
}
