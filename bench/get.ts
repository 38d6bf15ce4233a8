/**
 * GETs of one job over 64 connections, in turns with `node:http` that returns the same bytes: responses a second, and the server's own CPU time
 * for each, which the machine's load changes less. Server, comparison, clients and PostgreSQL are processes of their own. Linux only.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createApiKey } from "../src/api-keys/create-api-key.ts";
import { createProject } from "../src/projects/create-project.ts";
import { startCopydesk } from "../test/helpers/copydesk-process.ts";
import { createTestDatabase } from "../test/helpers/test-database.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import type { Load } from "./parts/load-process.ts";
import { cpuSecondsOf } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

const connections = 64;
const turns = Number(process.argv[2] ?? 7);
const ms = 2_000;

const store = await createTestDatabase();
const api = await startCopydesk({
  role: "api",
  environment: { DATABASE_URL: store.url, COPYDESK_SECRET_KEY: "07".repeat(32) },
});
const clients = fork(join(import.meta.dirname, "parts/load-process.ts"));
let plain: ChildProcess | null = null;

try {
  console.log(describeMachine());
  const { id } = await createProject(store, { name: "docs", repository: "https://example.com/docs" });
  const { key } = await createApiKey(store, id, {});
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const jobs = `${api.url}/v2/agent/${id}/job`;
  const created = await fetch(jobs, { method: "POST", headers, body: '{"prompt":"Fix the links."}' });
  const body = await created.text();
  const path = new URL(`${jobs}/${(JSON.parse(body) as { id: string }).id}`).pathname;
  plain = fork(join(import.meta.dirname, "parts/plain-server.ts"), [body]);
  const [plainPort] = (await once(plain, "message")) as [number];
  const lines = `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`;
  const targets = [
    { name: "node:http", pid: plain.pid!, port: plainPort },
    { name: "GET of a job", pid: api.child.pid!, port: Number(new URL(api.url).port) },
  ];
  const seen = targets.map((): { rate: number[]; cpu: number[] } => ({ rate: [], cpu: [] }));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [index, { pid, port }] of targets.entries()) {
      const before = cpuSecondsOf(pid).own;
      const { responses, ms: took } = await load({ port, request: lines, connections, ms });
      if (turn === 0) continue;
      seen[index]!.rate.push((responses * 1_000) / took);
      seen[index]!.cpu.push(((cpuSecondsOf(pid).own - before) * 1e6) / responses);
    }
  }
  const [rate, cpu] = [quantile(seen[0]!.rate, 0.5), quantile(seen[0]!.cpu, 0.5)];
  printTable(
    ["", "responses/s p50", "× node:http", "own CPU µs each p50", "CPU × node:http"],
    targets.map(({ name }, index) => {
      const [own, ownCpu] = [quantile(seen[index]!.rate, 0.5), quantile(seen[index]!.cpu, 0.5)];
      return [name, own, own / rate, ownCpu, cpu / ownCpu];
    }),
  );
} finally {
  clients.kill();
  plain?.kill();
  await api.end();
  await store.drop();
}

async function load(request: Load): Promise<{ responses: number; ms: number }> {
  clients.send(request);
  const [result] = (await once(clients, "message")) as [{ responses: number; ms: number }];
  return result;
}
