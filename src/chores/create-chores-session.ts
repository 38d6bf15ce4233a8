import type { Sliced } from "../text/run-in-slices.ts";
import type { ChoreOutcome, Steps, ToolAnswer, ToolCall } from "./chore.ts";
import type { Instruction } from "./instruction.ts";
import { notUnderstoodText, quotesMissingText } from "./not-understood.ts";
import { lacksQuotes, parseInstructions } from "./parse-instruction.ts";
import { runInstructions, runRepair } from "./run-instructions.ts";
import { writeFinish } from "./write-finish.ts";

/** In `not-understood`, `text` says why nothing is done. */
export type Answer = { kind: "calls"; calls: ToolCall[] } | { kind: "not-understood"; text: string };

/** State of one conversation. The same happenings in the same order always give the same answers. */
export interface ChoresSession {
  /** Adds a message of the user; one that arrives during other work is handled after it. */
  tell(text: string): void;
  /** `results` are those of the last answer's calls, in order. */
  answer(results: ToolAnswer[]): Sliced<Answer>;
}

type Taken = IteratorResult<ToolCall[] | undefined, ChoreOutcome[] | { missing: string }>;
type Task =
  | { kind: "instructions"; instructions: Instruction[] }
  | { kind: "repair" }
  | { kind: "unknown"; text: string };

/** Start of the message that asks for repair of what the gate found. */
const repairRequestStart = "The checks found problems that your change introduced";

export function createChoresSession(): ChoresSession {
  const waiting: Task[] = [];
  let running: Steps<ChoreOutcome[] | { missing: string }> | null = null;
  let outcomes: ChoreOutcome[] = [];

  function* answer(results: ToolAnswer[]): Sliced<Answer> {
    let given = results;
    while (running !== null || waiting.length > 0) {
      if (running === null) {
        const task = waiting.shift()!;
        if (task.kind === "unknown") return notUnderstood(task.text);
        running = task.kind === "repair" ? runRepair() : runInstructions(task.instructions);
        given = [];
      }
      const step: Taken = running.next(given);
      given = [];
      if (step.done) {
        running = null;
        if ("missing" in step.value) return notUnderstood(step.value.missing);
        outcomes.push(...step.value);
      } else if (step.value !== undefined) return { kind: "calls", calls: step.value };
      else yield;
    }
    if (outcomes.length === 0) return notUnderstood();
    return { kind: "calls", calls: [{ name: "finish", input: { ...writeFinish(outcomes) } }] };
  }

  function notUnderstood(text = notUnderstoodText): Answer {
    waiting.length = 0;
    return { kind: "not-understood", text };
  }

  return {
    tell(text) {
      const task = readTask(text);
      const isNewTurn = running === null && waiting.length === 0 && task.kind !== "repair";
      if (isNewTurn) outcomes = [];
      waiting.push(task);
    },
    answer,
  };
}

function readTask(text: string): Task {
  if (text.trimStart().startsWith(repairRequestStart)) return { kind: "repair" };
  const instructions = parseInstructions(text);
  if (instructions !== null) return { kind: "instructions", instructions };
  return { kind: "unknown", text: lacksQuotes(text) ? quotesMissingText : notUnderstoodText };
}
