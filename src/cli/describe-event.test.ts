import { describe, expect, test } from "vitest";
import { describeEvent } from "./describe-event.ts";

describe("describeEvent", () => {
  test.each<[string, Record<string, unknown>, string]>([
    ["created", {}, "queued"],
    [
      "prepared",
      { baseRef: "main", baseCommit: "0123456789abcdef", files: 14, durationMs: 35 },
      "checked out main at 0123456789: 14 files in 35 ms",
    ],
    [
      "baseline",
      { site: { generator: "mintlify", pageCount: 12 }, findings: 2 },
      "checked the untouched site: mintlify site, 12 pages, 2 known problems",
    ],
    [
      "model_answer",
      { step: 2, toolCalls: [{ name: "read" }, { name: "edit" }, { name: "read" }] },
      "step 2: the model calls read × 2, edit",
    ],
    ["model_answer", { step: 3, toolCalls: [] }, "step 3: the model answers"],
    ["tool_result", { name: "edit", ok: true, output: "a.md: 1 edit\n…" }, "edit: a.md: 1 edit"],
    ["tool_result", { name: "edit", ok: false, output: "no match" }, "edit failed: no match"],
    [
      "tool_result",
      { name: "list", ok: true, output: "a.md", warning: "Again." },
      "list: a.md (warned: Again.)",
    ],
    [
      "checks",
      { counts: { new: 0, fixed: 1, preexisting: 2 } },
      "checked the change: 0 new, 1 fixed, 2 preexisting",
    ],
    ["committed", { commit: "0123456789abcdef", files: [{}] }, "committed 0123456789: 1 file"],
    ["failed", { reason: "model_error", message: "It is away.\nMore." }, "failed (model_error): It is away."],
    [
      "pull_request_state",
      { number: 7, state: "merged" },
      "the code host says that pull request #7 is merged",
    ],
    [
      "previewed",
      { checks: { new: 0, fixed: 1, preexisting: 2 } },
      "the preview is ready: 0 new, 1 fixed, 2 preexisting",
    ],
    ["archived", { automatic: true }, "put away after its time"],
    ["some_new_kind", {}, "some new kind"],
    ["constructor", {}, "constructor"],
  ])("%s %j is one line for people", (kind, data, line) => {
    expect(describeEvent({ kind, data })).toBe(line);
  });

  test.each([
    "created",
    "prepared",
    "baseline",
    "model_answer",
    "tool_result",
    "checks",
    "committed",
    "failed",
  ])("%s without its data does not throw", (kind) => {
    expect(describeEvent({ kind, data: {} })).not.toBe("");
  });

  test("text from the repository cannot steer the terminal", () => {
    const line = describeEvent({
      kind: "tool_result",
      data: { name: "read", output: "\u001b[2J\u202Ex\rline" },
    });
    expect(line).toBe("read: ‹U+001B›[2J‹U+202E›x line");
  });
});
