import type { CliStream } from "../deps.ts";
import { describeEvent } from "./describe-event.ts";
import { fitWidth } from "./fit-width.ts";
import { paint, type Style } from "./paint.ts";

type ShownEvent = { kind: string; data: Record<string, unknown> };

export interface Progress {
  event(event: ShownEvent): void;
  /** Adds a line above the changing one. */
  line(text: string): void;
  /** Removes the changing line; nothing may be reported afterwards. */
  close(): void;
}

const frames = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];
const frameMs = 120;
const eraseLine = "\r\u001b[2K";

/** Activity that follows an event until the next one comes. */
const activities: Record<string, string> = {
  created: "waiting for a worker",
  message: "waiting for a worker",
  started: "reading the repository",
  restarted: "reading the repository",
  prepared: "checking the untouched site",
  baseline: "starting the agent",
  prompt: "waiting for the model",
  model_answer: "running the tools that it calls",
  model_retry: "waiting for the model",
  summary: "waiting for the model",
  tool_result: "waiting for the model",
  engine_update: "the other agent works",
  engine_result: "checking the change",
  checks: "making the commit",
  repair_round: "waiting for the model",
  committed: "pushing the branch",
  pushed: "opening the pull request",
  pull_request: "finishing",
};

const styles: Record<string, Style> = {
  completed: "green",
  failed: "red",
  model_retry: "yellow",
  repair_round: "yellow",
  model_answer: "dim",
  tool_result: "dim",
  engine_update: "dim",
};

/** Whether an event is a long text of a model or a tool, which gets one line on a terminal. */
const isDetail = (kind: string) => styles[kind] === "dim";

/**
 * Reduces each step to one line on a terminal: a single call is shown by its result, several calls by their
 * names. Failures are always shown.
 */
function createDetailFilter(): (event: ShownEvent) => boolean {
  let calls = 1;
  return ({ kind, data }) => {
    if (kind === "model_answer") {
      calls = Array.isArray(data.toolCalls) ? data.toolCalls.length : 0;
      return calls !== 1;
    }
    return kind !== "tool_result" || calls === 1 || data.ok === false;
  };
}

/**
 * Prints events line by line; on a terminal also the current activity and its duration, in a changing line
 * below. `withTimes` puts the seconds since the start before each event.
 */
export function startProgress(stream: CliStream, { withTimes = false } = {}): Progress {
  const startedAt = performance.now();
  const isTold = createDetailFilter();
  let activity = "starting";
  let frame = 0;
  const seconds = () => (performance.now() - startedAt) / 1_000;
  const draw = () => {
    if (stream.columns === null) return;
    frame = (frame + 1) % frames.length;
    const text = fitWidth(`${seconds().toFixed(0)} s  ${activity}`, stream.columns - 3);
    stream.write(`${eraseLine}${paint(stream, "cyan", frames[frame]!)} ${text}`);
  };
  const line = (text: string) => {
    stream.write(`${stream.columns === null ? "" : eraseLine}${text}\n`);
    draw();
  };
  const timer = stream.columns === null ? undefined : setInterval(draw, frameMs);
  timer?.unref();
  draw();
  return {
    line,
    event({ kind, data }) {
      activity = Object.hasOwn(activities, kind) ? activities[kind]! : activity;
      if (stream.columns !== null && !isTold({ kind, data })) return draw();
      const time = withTimes ? `${seconds().toFixed(1).padStart(5)} s  ` : "";
      const text = describeEvent({ kind, data });
      const room = stream.columns === null ? Number.POSITIVE_INFINITY : stream.columns - time.length - 1;
      const shown = isDetail(kind) ? fitWidth(text, room) : text;
      const style = styles[kind];
      line(`${paint(stream, "dim", time)}${style === undefined ? shown : paint(stream, style, shown)}`);
    },
    close() {
      clearInterval(timer);
      if (stream.columns !== null) stream.write(eraseLine);
    },
  };
}
