import { describe, expect, test } from "vitest";
import { eventExamples } from "../../../test/helpers/event-examples.ts";
import type { EventKind } from "../../jobs/events.ts";
import { describeEvent } from "./describe-event.ts";

const lines: Record<EventKind, string> = {
  created: "queued",
  message: "message: And the changelog",
  started: "another worker continues the job",
  restarted: "starts over: the commit is gone",
  prepared: "checked out main at 0123456789: 14 files in 35 ms",
  context: "reads api at 0123456789",
  baseline: "checked the untouched site: mintlify site, 12 pages, 2 known problems, links not judged here: 2",
  prompt: "the agent reads the prompt",
  model_answer: "step 2: the model calls read × 2, edit",
  model_retry: "Overloaded; retried in 2 s",
  summary: "the model summarized its oldest steps",
  tool_result: "edit: a.md: 1 edit",
  engine_update: "Reading",
  engine_result: "the other agent ended: budget exceeded",
  checks: "checked the change: 0 new, 1 fixed, 2 preexisting, links not judged here: 2",
  repair_round: "repair round 1: back to the agent with 3 new problems",
  citations: "1 citation, 0 paragraphs without, 0 unsupported",
  unchanged: "nothing to change: The pages say so already.",
  committed: "committed 0123456789: 1 file",
  previewed: "the preview is ready: 0 new, 1 fixed, 2 preexisting",
  pull_request_requested: "the preview's pull request was requested",
  pushed: "pushed branch copydesk/job_1",
  pull_request: "pull request #7 is open",
  pull_request_state: "the code host says that pull request #7 is merged",
  completed: "completed: Fix typos (1 file changed)",
  failed: "failed (model_error): It is away.",
  archived: "archived after its time",
  unarchived: "restored",
};

const oneProblem = "repair round 1: back to the agent with 1 new problem";

describe("describeEvent", () => {
  test.each(Object.entries(eventExamples))("%s is one line for people", (kind, data) => {
    expect(describeEvent({ kind, data: { ...data } })).toBe(lines[kind as EventKind]);
  });

  test.each([
    ["started", { ...eventExamples.started, resumes: false }, "a worker took the job"],
    ["model_answer", { ...eventExamples.model_answer, toolCalls: [] }, "step 2: the model responds"],
    ["tool_result", { ...eventExamples.tool_result, ok: false, output: "no match" }, "edit failed: no match"],
    [
      "tool_result",
      { ...eventExamples.tool_result, warning: "Again." },
      "edit: a.md: 1 edit (warned: Again.)",
    ],
    ["checks", { ...eventExamples.checks, counts: null, notJudged: [] }, "checked the change: did not run"],
    ["committed", { ...eventExamples.committed, commit: null, files: [] }, "changed 0 files"],
    ["repair_round", { ...eventExamples.repair_round, new: 1 }, oneProblem],
    ["archived", {}, "archived"],
  ])("%s says what is different in this one", (kind, data, line) => {
    expect(describeEvent({ kind, data })).toBe(line);
  });

  test.each([["some_new_kind"], ["constructor"], ["created"], ["tool_result"], ["failed"]])(
    "%s without data that can be read is named by its kind",
    (kind) => {
      expect(describeEvent({ kind, data: {} })).toBe(kind.replaceAll("_", " "));
    },
  );

  test("text from the repository cannot control the terminal", () => {
    const output = "\u001b[2J\u202Ex\rline";
    const line = describeEvent({
      kind: "tool_result",
      data: { ...eventExamples.tool_result, name: "read", output },
    });
    expect(line).toBe("read: ‹U+001B›[2J‹U+202E›x line");
  });
});
