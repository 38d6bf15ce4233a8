import type { Activity } from "../../jobs/activity-schema.ts";
import type { CliStream } from "../deps.ts";
import { type Cell, formatTable } from "./format-table.ts";
import { paint } from "./paint.ts";

const aliveSecondsMax = 10;

/** Formats the current activity as text of at most `rows` lines. */
export function formatActivity(
  { queue, workers, lastHour, jobs }: Activity,
  target: Pick<CliStream, "color" | "columns">,
  rows = Number.POSITIVE_INFINITY,
): string {
  const number = (value: number) => value.toLocaleString("en-US");
  const alive = workers.filter(({ aliveSeconds }) => aliveSeconds <= aliveSecondsMax);
  const places = alive.map(({ running }) => running).join(" + ") || "none";
  const cost = lastHour.costUsd === null ? "" : `, $${lastHour.costUsd.toFixed(2)}`;
  const oldest = queue.queued === 0 ? "" : `, the oldest for ${describeSeconds(queue.oldestQueuedSeconds)}`;
  const head = [
    `${bold("Queue    ")} ${queue.running} running, ${queue.queued} queued${oldest}, ${queue.waitingCapacity} waiting for reviewers`,
    `${bold("Workers  ")} ${alive.length}, running ${places}`,
    `${bold("Last hour")} ${number(lastHour.created)} created, ${number(lastHour.completed)} completed, ${number(lastHour.failed)} failed, ${number(lastHour.tokens)} tokens${cost}`,
    `${bold("Reviews  ")} ${number(queue.openPullRequests)} open pull requests`,
  ];
  if (jobs.length === 0) return `${[...head, "", "No job is active."].join("\n")}\n`;
  const shown = jobs.slice(0, Math.max(1, rows - head.length - 3));
  const headings = ["JOB", "STATE", "FOR", "AT", "STEPS", "TOKENS", "USD", "PROJECT", "PROMPT"];
  const table = formatTable(headings, shown.map(toRow), target);
  const left = jobs.length - shown.length;
  return `${head.join("\n")}\n\n${table}${left > 0 ? `\n… and ${left} more\n` : "\n"}`;

  function bold(text: string): string {
    return paint(target, "bold", text);
  }

  function toRow(job: Activity["jobs"][number]): Cell[] {
    return [
      ...[job.id, { text: job.reason, style: job.reason === "running" ? "green" : "yellow" } as const],
      ...[describeSeconds(job.sinceSeconds), job.lastEvent, number(job.steps), number(job.tokens)],
      ...[
        job.costUsd === null ? "–" : job.costUsd.toFixed(2),
        job.projectName,
        job.prompt.replace(/\s+/g, " "),
      ],
    ];
  }
}

/** "41 s", "3:05", "2:00:10". */
export function describeSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours === 0 ? `${minutes}:${two(seconds % 60)}` : `${hours}:${two(minutes)}:${two(seconds % 60)}`;
}
