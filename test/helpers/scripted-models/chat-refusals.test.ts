import { describe, it } from "vitest";
import { findChatProblem } from "./find-chat-problem.ts";
import { brokenSchemas, expectProblem, type RefusalCases } from "./refusal-cases.ts";

describe("chat completions", () => {
  const call = { id: "c", type: "function", function: { name: "list", arguments: "{}" } };
  const [user, asked] = [
    { role: "user", content: "x" },
    { role: "assistant", content: null, tool_calls: [call] },
  ];
  const result = { role: "tool", tool_call_id: "c", content: "x" };
  const cases: RefusalCases = [
    ["accept a call with its result", { messages: [user, asked, result] }, null],
    ["refuse a call without its result", { messages: [user, asked, user] }, /tool calls without results: c/],
    ["refuse a result without its call", { messages: [user, result] }, /without a preceding tool call/],
    ["refuse a second result", { messages: [user, asked, result, result] }, /without a preceding tool call/],
    [
      "refuse doubled ids",
      { messages: [user, { ...asked, tool_calls: [call, call] }] },
      /ids are not unique/,
    ],
    [
      "refuse an empty id",
      { messages: [user, { ...asked, tool_calls: [{ ...call, id: "" }] }] },
      /has no id/,
    ],
    [
      "refuse a late system message",
      { messages: [user, { role: "system", content: "x" }] },
      /must come first/,
    ],
    [
      "refuse an empty answer",
      { messages: [user, { role: "assistant", content: "" }] },
      /content is missing/,
    ],
    ["refuse unknown fields", { messages: [user], system: "x" }, /argument supplied: system/],
    ["refuse a missing model", { messages: [user], model: undefined }, /model parameter/],
  ];
  it.each(cases)("%s", (_title, change, problem) => {
    expectProblem(findChatProblem({ model: "m", ...change }), problem);
  });

  it.each(brokenSchemas)("refuse %s", (_what, parameters) => {
    const tools = [{ type: "function", function: { name: "a", parameters } }];
    expectProblem(findChatProblem({ model: "m", messages: [user], tools }), /schema conversion failed: a/);
  });
});
