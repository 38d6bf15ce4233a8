/**
 * Measures what a command costs before it does anything: wall and CPU time of whole commands (including the
 * Node that hands over to the pinned one), alternating with an empty Node, next to a service on the same data
 * folder. Linux only.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCopydesk } from "../test/helpers/copydesk-process.ts";
import { describeMachine } from "./parts/describe-machine.ts";
import { cpuSecondsOf } from "./parts/measure-process.ts";
import { printTable } from "./parts/print-table.ts";
import { quantile } from "./parts/quantile.ts";

const turns = Number(process.argv[2] ?? 15);
const script = join(import.meta.dirname, "../scripts/copydesk.mjs");
const folder = await mkdtemp(join(tmpdir(), "copydesk-bench-cli-"));
const environment = { COPYDESK_DATA: folder, PATH: process.env.PATH ?? "", HOME: folder };

interface Cost {
  wallMs: number;
  cpuMs: number;
}

const service = await startCopydesk({ environment });
try {
  console.log(describeMachine());
  const created = await run([
    "project",
    "create",
    "--name",
    "Docs",
    "--repository",
    process.cwd(),
    "--anyway",
    "--json",
  ]);
  const project = (JSON.parse(created.output) as { id: string }).id;
  const commands: Record<string, string[]> = {
    "node -e 0": ["-e", "0"],
    "copydesk --version": [script, "--version"],
    "copydesk --help": [script, "--help"],
    "copydesk project list": [script, "project", "list"],
    "copydesk job list": [script, "job", "list", "--project", project],
  };
  const costs = new Map<string, Cost[]>(Object.keys(commands).map((name) => [name, []]));
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const [name, words] of Object.entries(commands)) {
      const cost = await measure(words);
      // The first turn fills the caches.
      if (turn > 0) costs.get(name)!.push(cost);
    }
  }
  printTable(
    ["command", "CPU ms p50", "wall ms p50", "wall ms least"],
    [...costs].map(([name, all]) => {
      const walls = all.map(({ wallMs }) => wallMs);
      return [
        name,
        quantile(
          all.map(({ cpuMs }) => cpuMs),
          0.5,
        ),
        quantile(walls, 0.5),
        Math.min(...walls),
      ];
    }),
  );
} finally {
  await service.end();
  await rm(folder, { recursive: true, force: true });
}

async function measure(words: string[]): Promise<Cost> {
  const before = cpuSecondsOf(process.pid).children;
  const startedAt = performance.now();
  await runNode(words);
  return {
    wallMs: performance.now() - startedAt,
    cpuMs: (cpuSecondsOf(process.pid).children - before) * 1_000,
  };
}

function run(words: string[]): Promise<{ output: string }> {
  return runNode([script, ...words]);
}

async function runNode(words: string[]): Promise<{ output: string }> {
  const child = spawn(process.execPath, words, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`node ${words.join(" ")} ended with ${code}`);
  return { output };
}
