import { countOf } from "../../text/count-of.ts";

const units = ["kB", "MB", "GB", "TB"];

/** Returns e.g. `4.2 MB`, in powers of 1000 as for disks. */
export function describeSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  let [size, unit] = [bytes / 1_000, 0];
  for (; size >= 999.95 && unit < units.length - 1; unit += 1) size /= 1_000;
  return `${size.toFixed(1)} ${units[unit]}`;
}

/** Lists the row counts of a backup's most relevant tables, and the total of all tables. */
export function describeRows(tables: Readonly<Record<string, number>>): string {
  const count = (name: string, noun: string) => countOf(tables[name] ?? 0, noun);
  const all = Object.values(tables).reduce((sum, rows) => sum + rows, 0);
  return `${count("projects", "project")}, ${count("jobs", "job")}, ${count("job_events", "event")}; ${countOf(all, "row")} in all.`;
}
