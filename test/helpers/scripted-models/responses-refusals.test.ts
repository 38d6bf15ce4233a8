import { describe, it } from "vitest";
import { findResponsesProblem } from "./find-responses-problem.ts";
import { brokenSchemas, expectProblem, type RefusalCases, schema } from "./refusal-cases.ts";

describe("OpenAI's responses", () => {
  const user = { role: "user", content: [{ type: "input_text", text: "x" }] };
  const call = { type: "function_call", call_id: "c", name: "list", arguments: "{}" };
  const output = { type: "function_call_output", call_id: "c", output: "x" };
  const thought = { type: "reasoning", id: "rs", encrypted_content: "x", summary: [] };
  const tool = { type: "function", name: "a", parameters: schema, strict: false };
  const cases: RefusalCases = [
    ["accept a thought with its call and output", { input: [user, thought, call, output] }, null],
    [
      "refuse a call without its output",
      { input: [user, call, user] },
      /No tool output found for function call c/,
    ],
    ["refuse a call at the end", { input: [user, call] }, /No tool output found/],
    ["refuse an output without its call", { input: [user, output] }, /No tool call found/],
    ["refuse doubled calls", { input: [user, call, output, call, output] }, /Duplicate call_id c/],
    ["refuse a call without id", { input: [user, { ...call, call_id: "" }] }, /'call_id'/],
    ["refuse arguments that are not JSON", { input: [user, { ...call, arguments: "{" }] }, /not JSON/],
    [
      "refuse a thought that it does not have",
      { input: [user, { ...thought, encrypted_content: undefined }, call, output] },
      /not persisted/,
    ],
    ["refuse a thought that leads nowhere", { input: [user, thought, user] }, /required following item/],
    ["refuse doubled items", { input: [user, thought, call, output, thought] }, /Duplicate item/],
    [
      "refuse references to what it does not have",
      { input: [user, { type: "item_reference", id: "x" }] },
      /not persisted/,
    ],
    ["refuse an empty content", { input: [{ role: "user", content: "" }] }, /empty string/],
    [
      "refuse output where input belongs",
      { input: [{ role: "user", content: [{ type: "output_text", text: "x" }] }] },
      /input_text/,
    ],
    ["refuse another role", { input: [{ role: "tool", content: "x" }] }, /Invalid value: 'tool'/],
    ["refuse unknown fields", { input: [user], messages: [] }, /Unknown parameter: 'messages'/],
    [
      "refuse encryption for a model that does not reason",
      { input: [user], model: "gpt-4.1", include: ["reasoning.encrypted_content"] },
      /not supported with this model/,
    ],
    [
      "refuse a strict schema that is open",
      { input: [user], tools: [{ ...tool, strict: true }] },
      /additionalProperties/,
    ],
    [
      "refuse a strict schema with an argument that may be left out",
      {
        input: [user],
        tools: [
          {
            ...tool,
            strict: true,
            parameters: { ...schema, properties: { a: { type: "string" } }, additionalProperties: false },
          },
        ],
      },
      /not_strict: a/,
    ],
    [
      "refuse a schema of no object",
      { input: [user], tools: [{ ...tool, parameters: {} }] },
      /must be an object/,
    ],
  ];
  it.each(cases)("%s", (_title, change, problem) => {
    expectProblem(findResponsesProblem({ model: "gpt-5", store: false, ...change }), problem);
  });

  it.each(brokenSchemas)("refuse %s", (_what, parameters) => {
    const request = { model: "gpt-5", store: false, input: [user], tools: [{ ...tool, parameters }] };
    expectProblem(findResponsesProblem(request), /Invalid schema for function 'a'/);
  });
});
