import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { check, type Diagnostics } from "recheck";
import { type FoundPattern, findPatterns } from "./find-patterns.ts";

const proofTimeoutMs = 120_000;
const boundedMs = 20;

/**
 * Proves that every regular expression of the service and its client takes time in proportion to its input. Returns one line for each
 * fault. Proofs are kept below `node_modules`, so that only new expressions take time.
 */
export async function findSlowPatterns(root: string): Promise<string[]> {
  const files = globSync(["src/**/*.{ts,mjs,js}", "sdk/src/**/*.ts"], { cwd: root })
    .filter((file) => !file.endsWith(".test.ts"))
    .sort();
  const { patterns, problems } = findPatterns(root, files);
  const proofs = openProofs(root);
  const faults = problems.map(({ file, line, problem }) => `${file}:${line} ${problem}`);
  const pending = [...patterns];
  const work = async (): Promise<void> => {
    for (let pattern = pending.shift(); pattern !== undefined; pattern = pending.shift()) {
      const problem = await proofs.problemOf(pattern);
      if (problem === null) continue;
      const { file, line, source, flags } = pattern;
      faults.push(`${file}:${line} /${source}/${flags} ${problem}`);
    }
  };
  await Promise.all([work(), work()]);
  return faults.sort();
}

function openProofs(root: string) {
  const folder = join(root, "node_modules/.cache/copydesk");
  const file = join(folder, "proven-patterns.json");
  const { version } = createRequire(import.meta.url)("recheck/package.json") as { version: string };
  const known = new Set(readKnown(file));
  const used = new Set<string>();
  const save = (): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(`${file}.${process.pid}`, JSON.stringify([...new Set([...known, ...used])]));
    renameSync(`${file}.${process.pid}`, file);
  };
  const problemOf = async (pattern: FoundPattern): Promise<string | null> => {
    const { source, flags, inputCharactersMax } = pattern;
    const key = createHash("sha256")
      .update(JSON.stringify([version, process.version, source, flags, inputCharactersMax]))
      .digest("hex");
    const problem = known.has(key) ? null : await prove(pattern);
    if (problem === null) used.add(key);
    if (problem === null && !known.has(key)) save();
    return problem;
  };
  return { problemOf };
}

function readKnown(file: string): string[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as string[];
  } catch {
    return [];
  }
}

async function prove({ source, flags, inputCharactersMax }: FoundPattern): Promise<string | null> {
  // The prover knows neither indices nor sets of sets, which change nothing about the time of the rest.
  const plainFlags = flags.replace("d", "").replace("v", "u");
  const result = await check(flags.includes("v") ? withoutSets(source) : source, plainFlags, {
    timeout: proofTimeoutMs,
    randomSeed: 1,
  });
  if (result.status === "safe") return null;
  if (result.status === "unknown") return `is not proven to be linear (${result.error.kind})`;
  const { summary } = result.complexity;
  if (inputCharactersMax === null) return `takes ${summary} time, for example for ${shown(result)}`;
  const ms = measure(new RegExp(source, flags), result, inputCharactersMax);
  return ms <= boundedMs
    ? null
    : `takes ${ms.toFixed()} ms for ${inputCharactersMax} characters (${summary}), for example for ${shown(result)}`;
}

/** `[[a]--[b]]` as `[a]`: which characters one place accepts does not change how often it is tried. */
function withoutSets(source: string): string {
  return source.replace(/\[\[([^[\]]*)\](?:--|&&)\[[^[\]]*\]\]/g, "[$1]");
}

function shown(result: Diagnostics & { status: "vulnerable" }): string {
  return result.attack.pattern.slice(0, 120);
}

/** The least CPU time of several runs on the worst text that the prover knows, at the promised length. */
function measure(
  pattern: RegExp,
  { attack }: Diagnostics & { status: "vulnerable" },
  length: number,
): number {
  const fixed = attack.suffix.length + attack.pumps.reduce((sum, { prefix }) => sum + prefix.length, 0);
  const share = Math.max(0, length - fixed) / attack.pumps.length;
  const parts = attack.pumps.map(({ prefix, pump }) => prefix + pump.repeat(Math.floor(share / pump.length)));
  const text = parts.join("") + attack.suffix;
  const times = Array.from({ length: 3 }, () => {
    const start = process.cpuUsage();
    text.replace(pattern, "");
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times);
}
