import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createJob } from "../../src/jobs/create-job.ts";
import { createJobInserter } from "../../src/jobs/insert-jobs.ts";
import { createLog } from "../../src/log.ts";
import { type FaultWorker, startFaultWorker } from "../helpers/fault-worker.ts";
import { createRepository } from "../helpers/git-fixture.ts";
import { type ScriptedModelServer, startScriptedModelServer } from "../helpers/scripted-model-server.ts";
import type { ScriptedAnswer } from "../helpers/scripted-models/script.ts";
import { makeTestProject, type TestProject } from "../helpers/test-project.ts";

const full = process.env.COPYDESK_FULL_FAULTS === "1";
const timeLimitMs = full ? 3_600_000 : 600_000;
const [hostileCount, ordinaryCount] = full ? [30, 100] : [3, 10];
const concurrency = full ? 12 : 6;
/** In the full version the site itself cannot be checked in time. */
const linksCount = full ? 60_000 : 4_000;
/**
 * On a machine with nothing else to do. Elsewhere an idle worker is late as well, and one at work by more.
 */
const p99MsMax = 50;
const loadFactor = 4;
const idleMs = full ? 10_000 : 1_000;
const hostileProject = `prj_${"h".repeat(22)}`;

const mebibyte = 1024 * 1024;
const quotes = "> ".repeat(20_000);
const line = `“a” — ${"it's a 'word' ".repeat(mebibyte / 16)}`.slice(0, mebibyte - 10);
const braces = `${"{*,*}".repeat(40)}Z`;
const chained = Array.from({ length: 150 }, (_, n) => `:n${n}*`).join("/");

const hostileFiles: Record<string, string> = {
  "docs.json": JSON.stringify({
    navigation: { pages: ["index", "line", "table"] },
    redirects: Array.from({ length: 50 }, (_, n) => ({
      source: `/${n}/${chained}/Z`,
      destination: "/index",
    })),
  }),
  ".mintignore": `${braces}\n${"**/".repeat(200)}x*${"*a".repeat(200)}\n`,
  "index.mdx": `# Start\n\n[a](/${"a/".repeat(2_000)})\n`,
  "line.md": line,
  "quotes.md": quotes,
  "table.mdx": `| a | b |\n|---|---|\n${"| `x` | [y](z) |\n".repeat(linksCount)}`.slice(0, mebibyte - 10),
  "front.md": `---\ntags: [${"a , ".repeat(20_000)}] # note\n---\n\n# Front\n`,
  "yaml.md": `---\n${Array.from({ length: 3_000 }, (_, n) => `k${n}: {a: [${"[".repeat(8)}${"]".repeat(8)}]}`).join("\n")}\n---\n`,
  "brackets.mdx": "[".repeat(60_000),
  "links.md": "[x](gone) ".repeat(linksCount),
};

interface Attack {
  name: string;
  calls: { name: string; arguments: object }[];
  paths?: string[];
  /** Instead of a script: what the built-in model is told. */
  chore?: string;
}

const attacks: Attack[] = [
  { name: "quotes", calls: [{ name: "write", arguments: { path: "new.mdx", content: quotes } }] },
  {
    name: "line",
    calls: [
      { name: "read", arguments: { path: "line.md" } },
      {
        name: "edit",
        arguments: { path: "line.md", edits: [{ old: `${"it’s a ‘word’ ".repeat(200)}x`, new: "y" }] },
      },
    ],
  },
  { name: "chore", calls: [], chore: 'Replace "word" with "term"' },
  { name: "search", calls: [{ name: "search", arguments: { pattern: "(a+)+$", regex: true } }] },
  {
    name: "paths",
    calls: [{ name: "write", arguments: { path: "a/b/c/d/e.md", content: "x" } }],
    paths: [braces],
  },
  { name: "move", calls: [{ name: "move", arguments: { from: "line.md", to: "moved.md" } }] },
  {
    name: "table",
    calls: [{ name: "write", arguments: { path: "wide.mdx", content: hostileFiles["table.mdx"]! } }],
  },
  { name: "check", calls: [{ name: "check", arguments: {} }] },
];

let project: TestProject;
let model: ScriptedModelServer;
let worker: FaultWorker;

beforeAll(async () => {
  project = await makeTestProject();
  const { path } = await createRepository(hostileFiles);
  await project.store.database.pool.query(
    "insert into projects (id, name, repository) values ($1, 'Hostile', $2)",
    [hostileProject, path],
  );
  model = await startScriptedModelServer({ script: (_, { messages }) => answer(messages) });
  const _log = createLog({ level: "silent", pretty: false });
});

afterAll(async () => {
  await worker?.kill();
  await model.close();
  await project.remove();
});

/** The prompt names the attack; an ordinary one edits the guide. */
function answer(messages: readonly { role: string; content?: unknown }[]): ScriptedAnswer {
  const step = messages.filter(({ role }) => role === "assistant").length;
  const [, name, word] = /do (\w+) as (\w+)/.exec(JSON.stringify(messages[1] ?? messages[0])) ?? [];
  const attack = attacks.find((one) => one.name === name);
  const calls = attack?.calls ?? [
    { name: "read", arguments: { path: "guide.md" } },
    { name: "write", arguments: { path: "guide.md", content: `# Guide\n\nTake ${word}.\n` } },
  ];
  const finish = { name: "finish", arguments: { title: `Say ${word}`, summary: "Done." } };
  return { calls: [calls[step] ?? finish] };
}

async function createJobs(count: number, body: (n: number) => object, projectId: string): Promise<string[]> {
  const { database } = project.store;
  await database.pool.query("delete from rate_uses");
  const deps = {
    insertJob: createJobInserter({ database }),
    defaultModel: "openai-compatible/scripted",
    assertRefName() {},
    assertModel() {},
    assertBudget() {},
  };
  const jobs = Array.from({ length: count }, (_, n) =>
    createJob(deps, projectId, body(n) as { prompt: string }, { author: { kind: "service" } }),
  );
  return (await Promise.all(jobs)).map(({ jobId }) => jobId);
}

interface Ended {
  reason: string;
  message: string;
  crashes: number;
  stall: number;
}

async function untilEnded(ids: readonly string[]): Promise<Ended[]> {
  const { pool } = project.store.database;
  const active = "select count(*)::integer as n from jobs where id = any($1) and status = 'active'";
  const count = async () => (await pool.query<{ n: number }>(active, [ids])).rows[0]!.n;
  await expect.poll(count, { timeout: timeLimitMs, interval: 200 }).toBe(0);
  const text =
    "select reason, message, crash_count as crashes, longest_stall_ms as stall from jobs where id = any($1) order by created_at";
  return (await pool.query<Ended>(text, [ids])).rows;
}

test(
  `${hostileCount} hostile jobs end by themselves, and ${ordinaryCount} ordinary ones beside them are completed`,
  async () => {
    const environment = {
      ...project.environment,
      COPYDESK_MODEL: "openai-compatible/scripted",
      OPENAI_COMPATIBLE_BASE_URL: model.baseUrl,
      COPYDESK_ALLOW_PRIVATE_ADDRESSES: "yes",
      COPYDESK_LOG_LEVEL: "error",
      COPYDESK_CONCURRENCY: String(concurrency),
    };
    worker = await startFaultWorker(environment);
    await sleep(idleMs);
    const idle = await worker.eventLoopDelay();
    const startedAt = performance.now();
    const attack = (n: number) => attacks[n % attacks.length]!;
    const hostile = await createJobs(
      hostileCount,
      (n) => {
        const { name, chore, paths } = attack(n);
        const own = chore === undefined ? {} : { model: "copydesk/chores" };
        return { prompt: chore ?? `do ${name} as h${n}`, ...own, ...(paths === undefined ? {} : { paths }) };
      },
      hostileProject,
    );
    const ordinary = await createJobs(
      ordinaryCount,
      (n) => ({ prompt: `do work as w${n}` }),
      project.projectId,
    );
    const [bad, good] = await Promise.all([untilEnded(hostile), untilEnded(ordinary)]);
    const { p99Ms, maxMs } = await worker.eventLoopDelay();
    const seconds = (performance.now() - startedAt) / 1_000;
    const reasons = bad.map(({ reason }, n) => `${attack(n).name}: ${reason}`);
    console.log(
      `hostile jobs: ${hostileCount} beside ${ordinaryCount} in ${seconds.toFixed(0)} s; event-loop delay p99 ${p99Ms.toFixed(0)} ms, most ${maxMs.toFixed(0)} ms (idle before: p99 ${idle.p99Ms.toFixed(0)} ms, most ${idle.maxMs.toFixed(0)} ms); ${[...new Set(reasons)].join(", ")}`,
    );
    expect(good.map(({ reason }) => reason)).toEqual(Array(ordinaryCount).fill("pull_request_opened"));
    expect(bad.filter(({ reason, crashes }) => reason === "internal_error" || crashes > 0)).toEqual([]);
    expect(Math.max(...bad.map(({ stall }) => stall), ...good.map(({ stall }) => stall))).toBeLessThan(
      10_000,
    );
    expect(worker.child.exitCode ?? worker.child.signalCode).toBeNull();
    if (full) expect(p99Ms).toBeLessThanOrEqual(Math.max(p99MsMax, loadFactor * idle.p99Ms));
  },
  timeLimitMs,
);
