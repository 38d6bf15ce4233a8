/**
 * Measures how the cost of the most frequent operations grows with the size of a service: stored jobs,
 * projects, workers, pages, and concurrent jobs. Prints each curve with its exponent (0: size does not
 * matter, 1: twice the size costs twice as much) and writes a chart of it to `docs/images/`. Arguments name
 * the curves, by default all; `--full` adds 10⁷ jobs (about 12 GB of disk), 100,000 pages and 500 concurrent
 * jobs, and takes an hour in all; each curve starts anew and can be run alone.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeMachine } from "./parts/describe-machine.ts";
import { drawCurves } from "./parts/draw-curves.ts";
import { fitExponent } from "./parts/fit-exponent.ts";
import type { Curves, MeasureGrowth } from "./parts/growth/curves.ts";
import { growJobsAtOnce } from "./parts/growth/grow-jobs-at-once.ts";
import { growPages } from "./parts/growth/grow-pages.ts";
import { growProjects } from "./parts/growth/grow-projects.ts";
import { growStoredJobs } from "./parts/growth/grow-stored-jobs.ts";
import { growWorkers } from "./parts/growth/grow-workers.ts";
import { type Cell, printTable } from "./parts/print-table.ts";

const all: Readonly<Record<string, MeasureGrowth>> = {
  "stored-jobs": growStoredJobs,
  projects: growProjects,
  workers: growWorkers,
  pages: growPages,
  "jobs-at-once": growJobsAtOnce,
};

const given = process.argv.slice(2);
const isFull = given.includes("--full");
const names = given.filter((name) => name !== "--full");
const unknown = names.filter((name) => !(name in all));
if (unknown.length > 0) throw new Error(`no curve ${unknown.join(", ")}: ${Object.keys(all).join(", ")}`);

console.log(describeMachine());
for (const name of names.length > 0 ? names : Object.keys(all)) {
  const curves = await all[name]!({ isFull, say: (text) => console.log(`${name}: ${text}`) });
  printCurves(curves);
  await writeFile(join(import.meta.dirname, `../docs/images/growth-${name}.svg`), drawCurves(curves));
}

function printCurves({ of, unit, sizes, series }: Curves): void {
  const rows = Object.entries(series).map(([what, values]): Cell[] => [
    what,
    ...values,
    fitExponent(sizes, values).toFixed(2),
  ]);
  console.log(`\n${unit}, by ${of}`);
  printTable([of, ...sizes.map(String), "exponent"], rows);
}
