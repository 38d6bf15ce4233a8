import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { printTable } from "./parts/print-table.ts";

/**
 * Compares `copydesk check` with other link checkers: seconds, and the number of problems each reports on the
 * same site, one after the other. Usage: node bench/link-checkers.ts [generator=folder…]; by default, our
 * fixture sites. COPYDESK_BENCH_CHECKERS lists, separated by `:`, the folders with tools in
 * `node_modules/.bin` or `bin`; missing tools are skipped. Each reads a copy of the site in its own folder.
 */
interface Checker {
  name: string;
  program: string;
  words: string[];
  /** Generators that it supports; all if omitted. */
  of?: string;
  problem: RegExp;
}

const checkers: Checker[] = [
  {
    ...{ name: "mint broken-links", program: "mint", of: "mintlify" },
    words: ["broken-links", "--check-anchors", "--check-redirects"],
    problem: /^\s*⎿/gm,
  },
  {
    ...{ name: "Docusaurus onBrokenLinks", program: "docusaurus", words: ["build"], of: "docusaurus" },
    problem: /-> linking to |couldn't be resolved/g,
  },
  {
    ...{ name: "VitePress dead links", program: "vitepress", words: ["build", "."], of: "vitepress" },
    problem: /Found dead link/g,
  },
  {
    ...{ name: "Astro with starlight-links-validator", program: "astro", words: ["build"], of: "starlight" },
    problem: /[├└]─ .* - /g,
  },
  {
    ...{ name: "mkdocs build --strict", program: "mkdocs", words: ["build", "--strict"], of: "mkdocs" },
    problem: /contains (?:a|an unrecognized relative) link .*(?:not found|an anchor|such anchor|left as is)/g,
  },
  {
    ...{ name: "hugo --printPathWarnings", program: "hugo", words: ["--printPathWarnings"], of: "hugo" },
    problem: /^(?:WARN|ERROR)/gm,
  },
  { name: "lychee", program: "lychee", words: ["--offline", "--no-progress", "."], problem: /^\[ERROR\]/gm },
  {
    ...{
      name: "remark-validate-links",
      program: "remark",
      words: [".", "--use", "validate-links=repository:false", "--quiet"],
    },
    problem: /Cannot find (?:file|heading)/g,
  },
];

const root = join(import.meta.dirname, "..");
const toolFolders = (process.env.COPYDESK_BENCH_CHECKERS ?? "").split(":").filter((one) => one !== "");
const asked = process.argv.slice(2);
const known = ["mintlify", "docusaurus", "vitepress", "starlight", "mkdocs", "hugo"];
const fixture = (name: string) => `${name}=${join(root, "test/fixtures/sites", name)}`;
const rows: string[][] = [];
for (const one of asked.length === 0 ? known.map(fixture) : asked) {
  const [generator = "", folder = "."] = one.split("=", 2);
  for (const row of benchSite(generator, resolve(folder))) rows.push(row);
}
printTable(["Site", "Checker", "Seconds", "Problems", "Exit"], rows);

function benchSite(generator: string, folder: string): string[][] {
  const name = basename(folder);
  const own = inCopy(tmpdir(), folder, (site) =>
    run(process.execPath, ["src/main.ts", "check", site, "--json"], root),
  );
  const { problems } = JSON.parse(own.output.slice(own.output.indexOf("{"), own.output.lastIndexOf("}") + 1));
  const rows = [[name, "copydesk check", own.seconds, String(problems.length), String(own.status)]];
  for (const checker of checkers) {
    if (checker.of !== undefined && checker.of !== generator) continue;
    const found = findTool(checker.program);
    if (found === null) continue;
    const { seconds, status, output } = inCopy(found.folder, folder, (site) =>
      run(found.path, checker.words, site),
    );
    const count = String([...output.matchAll(checker.problem)].length);
    rows.push([name, checker.name, seconds, count, String(status)]);
  }
  return rows;
}

/** Copies the site below `parent`, the tool's folder, where generators find their packages as real files. */
function inCopy<T>(parent: string, folder: string, use: (site: string) => T): T {
  const copy = mkdtempSync(join(parent, "copydesk-checkers-"));
  try {
    const site = join(copy, basename(folder));
    cpSync(folder, site, { recursive: true, verbatimSymlinks: true });
    return use(site);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function findTool(program: string): { path: string; folder: string } | null {
  for (const folder of toolFolders.map((one) => resolve(one)))
    for (const path of [join(folder, "node_modules/.bin", program), join(folder, "bin", program)])
      if (existsSync(path)) return { path, folder };
  return null;
}

function run(program: string, words: string[], cwd: string) {
  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}`, NO_COLOR: "1", CI: "1" },
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  return { seconds, status, output: program === process.execPath ? stdout : stdout + stderr };
}
