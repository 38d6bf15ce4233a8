/**
 * CPU, memory and time of whole jobs in a running service: claim, git, checks, four model steps, gate, push, pull request.
 * The scripted model and the client run in this process; what is measured is the service with the programs it starts.
 */
import { readFileSync } from "node:fs";
import { startCopydesk } from "../test/helpers/copydesk-process.ts";
import { type Script, startScriptedModelServer } from "../test/helpers/scripted-model-server.ts";
import { makeTestProject } from "../test/helpers/test-project.ts";

const warmUpJobs = 5;
const jobsInARow = 30;
const jobsAtOnce = 40;
const pagesCount = 42;
const ticksPerSecond = 100;
const slowAnswerMs = 3_000;
let delayMs = 0;

const script: Script = (_index, request) => {
  const step = request.messages.filter(({ role }) => role === "assistant").length;
  const calls = [
    { name: "search", arguments: { pattern: "the API token" } },
    { name: "read", arguments: { path: "docs/page-7.md" } },
    {
      name: "edit",
      arguments: { path: "docs/page-7.md", edits: [{ old: "the API token", new: "the API key" }] },
    },
    { name: "finish", arguments: { title: "Say API key", summary: "Replaced the old term." } },
  ];
  return { calls: [calls[step]!], delayMs };
};

const model = await startScriptedModelServer({ script });
const project = await makeTestProject(makePages());
const environment = {
  ...project.environment,
  COPYDESK_MODEL: "openai-compatible/scripted",
  OPENAI_BASE_URL: model.baseUrl,
  COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
  COPYDESK_CONCURRENCY: String(jobsAtOnce),
};
const service = await startCopydesk({ environment });
const pid = service.child.pid!;

await runInARow(warmUpJobs);
const before = cpuSeconds();
const startedAt = performance.now();
await runInARow(jobsInARow);
const wallMs = performance.now() - startedAt;
const cpu = cpuSeconds();
const restMiB = residentMiB();
delayMs = slowAnswerMs;
const ids = await project.createJobs(service.url, jobsAtOnce, () => "Say API key");
const peakMiB = await peakWhile(project.waitForAll(service.url, ids));

const rows: [string, number][] = [
  ["pages in the repository", pagesCount],
  ["CPU ms per job, the service's own process", ((cpu.own - before.own) * 1_000) / jobsInARow],
  [
    "CPU ms per job, git and other programs it starts",
    ((cpu.children - before.children) * 1_000) / jobsInARow,
  ],
  ["wall ms per job, one after another", wallMs / jobsInARow],
  ["resident MiB before", restMiB],
  [`resident MiB, peak with ${jobsAtOnce} jobs at once`, peakMiB],
  ["MiB per further concurrent job", (peakMiB - restMiB) / jobsAtOnce],
];
for (const [name, value] of rows)
  console.log(`${name.padEnd(52)} ${Number.isInteger(value) ? value : value.toFixed(2)}`);

await service.end();
await model.close();
await project.remove();

function makePages(): Record<string, string> {
  const lines = Array.from({ length: 20 }, (_, n) => `Line ${n} of a page that says what the service does.`);
  return Object.fromEntries(
    Array.from({ length: pagesCount }, (_, n) => [
      `docs/page-${n}.md`,
      `# Page ${n}\n\n${lines.join("\n")}\n${n === 7 ? "Keep the API token safe.\n" : ""}`,
    ]),
  );
}

async function runInARow(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    const [id] = await project.createJobs(service.url, 1, () => "Say API key");
    const [record] = await project.waitForAll(service.url, [id!]);
    if (record?.reason !== "pull_request_opened")
      throw new Error(`the job ended as ${record?.reason}: ${record?.message}`);
  }
}

/** Linux only: user and system time of the process and of its ended children. */
function cpuSeconds(): { own: number; children: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .map(Number);
  const [user, system, childUser, childSystem] = fields.slice(11, 15) as [number, number, number, number];
  return { own: (user + system) / ticksPerSecond, children: (childUser + childSystem) / ticksPerSecond };
}

function residentMiB(): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

async function peakWhile(work: Promise<unknown>): Promise<number> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMiB());
  }, 50);
  await work;
  clearInterval(timer);
  return peak;
}
