import { describe, it } from "vitest";
import { findMessagesProblem } from "./find-messages-problem.ts";
import { brokenSchemas, expectProblem, type RefusalCases, schema } from "./refusal-cases.ts";

describe("Anthropic's messages", () => {
  const user = { role: "user", content: "x" };
  const use = { type: "tool_use", id: "t", name: "list", input: {} };
  const asked = { role: "assistant", content: [use] };
  const result = { type: "tool_result", tool_use_id: "t", content: "x" };
  const text = { type: "text", text: "x" };
  const told = (...content: object[]) => ({ role: "user", content });
  const said = (...content: object[]) => ({ role: "assistant", content });
  const mark = { cache_control: { type: "ephemeral" } };
  const cases: RefusalCases = [
    ["accept a call with its result", { messages: [user, asked, told(result, text)] }, null],
    ["refuse a call without its result", { messages: [user, asked, user] }, /without `tool_result` blocks/],
    ["refuse a call at the end", { messages: [user, asked] }, /without `tool_result` blocks/],
    ["refuse a result without its call", { messages: [told(result)] }, /unexpected `tool_use_id`/],
    ["refuse a second result", { messages: [user, asked, told(result, result)] }, /a single result/],
    [
      "refuse a text before a result",
      { messages: [user, asked, told(text, result)] },
      /`tool_result` blocks immediately/,
    ],
    ["refuse doubled ids", { messages: [user, asked, told(result), asked, told(result)] }, /must be unique/],
    ["refuse ids of other characters", { messages: [user, said({ ...use, id: "a b" })] }, /tool_use\.id/],
    [
      "refuse arguments that are a text",
      { messages: [user, said({ ...use, input: "x" })] },
      /valid dictionary/,
    ],
    [
      "refuse arguments that are a list",
      { messages: [user, said({ ...use, input: [1] })] },
      /valid dictionary/,
    ],
    [
      "refuse an unsigned thought",
      { messages: [user, said({ type: "thinking", thinking: "x" })] },
      /signature/,
    ],
    ["refuse a blank text", { messages: [told({ type: "text", text: " " })] }, /must be non-empty/],
    ["refuse a message without content", { messages: [told()] }, /non-empty content/],
    [
      "refuse an assistant who begins",
      { messages: [said(text), user] },
      /first message must use the user role/,
    ],
    [
      "refuse an assistant at the end",
      { messages: [user, said(text)] },
      /final message must use the user role/,
    ],
    ["refuse another role", { messages: [user, { role: "system", content: "x" }] }, /'user' or 'assistant'/],
    [
      "refuse a missing max_tokens",
      { messages: [user], max_tokens: undefined },
      /max_tokens: Field required/,
    ],
    ["refuse unknown fields", { messages: [user], input: [] }, /input: Extra inputs are not permitted/],
    [
      "refuse a fifth mark",
      { messages: [told(...Array.from({ length: 4 }, () => ({ ...text, ...mark })))], ...mark },
      /Found 5/,
    ],
    [
      "refuse doubled tools",
      {
        messages: [user],
        tools: [
          { name: "a", input_schema: schema },
          { name: "a", input_schema: schema },
        ],
      },
      /unique/,
    ],
    [
      "refuse a schema of no object",
      { messages: [user], tools: [{ name: "a", input_schema: {} }] },
      /input_schema\.type/,
    ],
    [
      "refuse alternatives at the top of a schema",
      { messages: [user], tools: [{ name: "a", input_schema: { ...schema, anyOf: [] } }] },
      /oneOf, allOf, or anyOf/,
    ],
  ];
  it.each(cases)("%s", (_title, change, problem) => {
    expectProblem(findMessagesProblem({ model: "m", max_tokens: 9, ...change }), problem);
  });

  it.each(brokenSchemas)("refuse %s", (_what, input_schema) => {
    const tools = [{ name: "a", input_schema }];
    const found = findMessagesProblem({ model: "m", max_tokens: 9, messages: [user], tools });
    expectProblem(found, /tools\.0\.custom\.input_schema: JSON schema is invalid/);
  });
});
