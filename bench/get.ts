/**
 * Measures GETs of one job over 64 connections, alternating with `node:http` that returns the same bytes and
 * with two API processes that share them: responses per second, and the servers' own CPU time for each, which
 * the machine's load affects less. Servers, clients and PostgreSQL are separate processes. Linux only.
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
const environment = { DATABASE_URL: store.url, COPYDESK_SECRET_KEY: "07".repeat(32) };
const api = await startCopydesk({ role: "api", environment });
const other = await startCopydesk({ role: "api", environment });
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
  const own = [api, other].map(({ child, url }) => ({ pid: child.pid!, port: Number(new URL(url).port) }));
  const targets = [
    { name: "node:http", servers: [{ pid: plain.pid!, port: plainPort }] },
    { name: "GET of a job", servers: own.slice(0, 1) },
    { name: "GET of a job, two processes", servers: own },
  ];
  const seen = targets.map((): { rate: number[]; cpu: number[] } => ({ rate: [], cpu: [] }));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [index, { servers }] of targets.entries()) {
      const before = cpuOf(servers);
      const share = connections / servers.length;
      const loads = servers.map(({ port }) => ({ port, request: lines, connections: share, ms }));
      const { responses, ms: took } = await load(loads);
      if (turn === 0) continue;
      seen[index]!.rate.push((responses * 1_000) / took);
      seen[index]!.cpu.push(((cpuOf(servers) - before) * 1e6) / responses);
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
  await Promise.all([api.end(), other.end()]);
  await store.drop();
}

function cpuOf(servers: readonly { pid: number }[]): number {
  return servers.reduce((sum, { pid }) => sum + cpuSecondsOf(pid).own, 0);
}

async function load(loads: Load[]): Promise<{ responses: number; ms: number }> {
  clients.send(loads);
  const [result] = (await once(clients, "message")) as [{ responses: number; ms: number }];
  return result;
}
