import { execFileSync } from "node:child_process";
import { cpus, loadavg, totalmem } from "node:os";

/** Returns one line for the head of a table: date, processor, memory, programs, and the machine's load. */
export function describeMachine(): string {
  const [cpu] = cpus();
  const git = execFileSync("git", ["--version"], { encoding: "utf8" })
    .trim()
    .replace(/^git version /, "");
  const memory = Math.round(totalmem() / 2 ** 30);
  const date = new Date().toISOString().slice(0, 10);
  const load = loadavg()[0]!.toFixed(1);
  return `${date}, ${cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, Node ${process.version}, git ${git}, load ${load} at the start`;
}
