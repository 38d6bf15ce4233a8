import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { resolveModel } from "../src/agent/models/resolve-model.ts";
import { runAgent } from "../src/agent/run-agent.ts";
import { plainRun } from "../test/helpers/agent-run.ts";
import { createScanWorkspace } from "../test/helpers/scan-workspace.ts";
import {
  type Script,
  startScriptedModelServer,
  type WireRequest,
} from "../test/helpers/scripted-model-server.ts";

const jobs = 50;
const pagesCount = 42;
const linesPerPage = 20;
const changed = { path: "docs/page-7.mdx", from: "the API token", to: "the API key" };

const script: Script = (_index, request) => {
  const { path, from, to } = changed;
  const answers = request.messages.filter(({ role }) => role === "assistant").length;
  const calls = [
    { name: "search", arguments: { pattern: from } },
    { name: "read", arguments: { path } },
    { name: "edit", arguments: { path, edits: [{ old: from, new: to }] } },
    { name: "finish", arguments: { title: "Say API key", summary: "Replaced the old term." } },
  ];
  return { calls: [calls[answers]!], delayMs: request.model === "slow" ? 300 : 0 };
};

if (process.argv[2] === "server") await serve();
else await measure();

/** Runs in a separate process, so that its CPU time does not count. */
async function serve(): Promise<void> {
  const server = await startScriptedModelServer({ script });
  process.on("message", () => {
    process.send?.(server.requests);
    server.requests.length = 0;
  });
  process.on("disconnect", () => void server.close());
  process.send?.(server.baseUrl);
}

async function measure(): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ["server"], { serialization: "advanced" });
  const [baseUrl] = (await once(server, "message")) as [string];
  await runJob(baseUrl, "fast");
  reportTokens(await takeRequests(server));
  await reportCpu(baseUrl);
  await reportMemory(baseUrl);
  server.disconnect();
}

async function takeRequests(server: ChildProcess): Promise<WireRequest[]> {
  server.send("requests");
  return ((await once(server, "message")) as [WireRequest[]])[0];
}

async function prepareJob(baseUrl: string, name: string) {
  const page = (index: number) =>
    `---\ntitle: Page ${index}\n---\n\n${"Some words about something.\n".repeat(linesPerPage - 7)}`;
  const pages = Array.from({ length: pagesCount }, (_, index) => [`docs/page-${index}.mdx`, page(index)]);
  const files = { ...Object.fromEntries(pages), [changed.path]: `${page(7)}\nUse ${changed.from}.\n\n` };
  const workspace = await createScanWorkspace(files, { treeHash: async () => "0" });
  const config = { openaiBaseUrl: baseUrl, createChoresModel: () => raise("not used") };
  const agent = runAgent({
    ...plainRun,
    workspace,
    model: resolveModel(config, `openai-compatible/${name}`),
    prompt: `Replace "${changed.from}" with "${changed.to}"`,
    instructions: null,
    siteSummary: `a Mintlify site with ${pagesCount} pages`,
    budget: { maxSteps: 20, maxTokens: null, maxCostUsd: null },
    signal: new AbortController().signal,
    emit: async () => {},
  });
  return { agent, remove: workspace.remove };
}

type Prepared = Awaited<ReturnType<typeof prepareJob>>;

async function finishJob({ agent }: Prepared): Promise<void> {
  const outcome = await agent.start();
  if (outcome.kind !== "finished") raise(JSON.stringify(outcome));
}

async function runJob(baseUrl: string, name: string): Promise<void> {
  const job = await prepareJob(baseUrl, name);
  await finishJob(job);
  await job.remove();
}

function reportTokens(requests: WireRequest[]): void {
  const [first] = requests as [WireRequest];
  const whole = requests.map((request) => encode(JSON.stringify(request)).length);
  print("files in the repository", pagesCount);
  print("lines of the page that is read", linesPerPage);
  print("requests per job", requests.length);
  print(
    "tokens, fixed prompt (o200k)",
    encode(JSON.stringify({ system: first.messages[0], tools: first.tools })).length,
  );
  print("tokens, first request", whole[0]!);
  print(
    "tokens, whole job",
    whole.reduce((sum, count) => sum + count, 0),
  );
}

async function reportCpu(baseUrl: string): Promise<void> {
  for (let job = 0; job < jobs; job++) await runJob(baseUrl, "fast");
  const prepared: Prepared[] = [];
  for (let job = 0; job < jobs; job++) prepared.push(await prepareJob(baseUrl, "fast"));
  const startedAt = performance.now();
  const before = process.cpuUsage();
  for (const job of prepared) await finishJob(job);
  const { user, system } = process.cpuUsage(before);
  print(`CPU ms per warm job (${jobs} in a row)`, (user + system) / 1_000 / jobs);
  print("wall ms per warm job", (performance.now() - startedAt) / jobs);
  for (const job of prepared) await job.remove();
}

async function reportMemory(baseUrl: string): Promise<void> {
  const prepared: Prepared[] = [];
  for (let job = 0; job < jobs; job++) prepared.push(await prepareJob(baseUrl, "slow"));
  const before = process.memoryUsage.rss();
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 20);
  await Promise.all(prepared.map(finishJob));
  clearInterval(timer);
  print(`RSS growth, MiB per concurrent job (${jobs} at once)`, (peak - before) / jobs / 2 ** 20);
  print("RSS at its peak, MiB", peak / 2 ** 20);
  for (const job of prepared) await job.remove();
}

function print(what: string, value: number): void {
  process.stdout.write(`${what.padEnd(52)} ${Number.isInteger(value) ? value : value.toFixed(2)}\n`);
}

function raise(message: string): never {
  throw new Error(message);
}
