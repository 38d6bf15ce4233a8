import { describe, expect, it } from "vitest";
import { findChatProblem } from "./find-chat-problem.ts";
import { findGenerateProblem } from "./find-generate-problem.ts";
import { findMessagesProblem } from "./find-messages-problem.ts";
import { findResponsesProblem } from "./find-responses-problem.ts";

type Cases = [title: string, change: object, problem: RegExp | null][];

const schema = { type: "object", properties: {} };

/** What no provider that reads a schema takes, wherever in the schema it stands. */
const brokenSchemas: [what: string, schema: object][] = [
  ["an undefined required property", { ...schema, required: ["pattern"] }],
  [
    "an undefined required property deep inside",
    { ...schema, properties: { a: { type: "array", items: { type: "object", required: ["b"] } } } },
  ],
  ["a type that there is not", { ...schema, properties: { a: { type: "text" } } }],
  ["a list without items", { ...schema, properties: { a: { type: "array" } } }],
  ["required that is no list", { ...schema, required: true }],
  ["a keyword that there is not", { ...schema, properties: { a: { type: "string", ref: "x" } } }],
];

describe("chat completions", () => {
  const call = { id: "c", type: "function", function: { name: "list", arguments: "{}" } };
  const [user, asked] = [
    { role: "user", content: "x" },
    { role: "assistant", content: null, tool_calls: [call] },
  ];
  const result = { role: "tool", tool_call_id: "c", content: "x" };
  const cases: Cases = [
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

describe("Anthropic's messages", () => {
  const user = { role: "user", content: "x" };
  const use = { type: "tool_use", id: "t", name: "list", input: {} };
  const asked = { role: "assistant", content: [use] };
  const result = { type: "tool_result", tool_use_id: "t", content: "x" };
  const text = { type: "text", text: "x" };
  const told = (...content: object[]) => ({ role: "user", content });
  const said = (...content: object[]) => ({ role: "assistant", content });
  const mark = { cache_control: { type: "ephemeral" } };
  const cases: Cases = [
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

describe("OpenAI's responses", () => {
  const user = { role: "user", content: [{ type: "input_text", text: "x" }] };
  const call = { type: "function_call", call_id: "c", name: "list", arguments: "{}" };
  const output = { type: "function_call_output", call_id: "c", output: "x" };
  const thought = { type: "reasoning", id: "rs", encrypted_content: "x", summary: [] };
  const tool = { type: "function", name: "a", parameters: schema, strict: false };
  const cases: Cases = [
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

describe("Google's contents", () => {
  const user = { role: "user", parts: [{ text: "x" }] };
  const part = { functionCall: { name: "list", args: {} }, thoughtSignature: "s" };
  const response = { functionResponse: { name: "list", response: {} } };
  const model = (...parts: object[]) => ({ role: "model", parts });
  const told = (...parts: object[]) => ({ role: "user", parts });
  const tools = (declaration: object) => ({
    tools: [{ functionDeclarations: [{ name: "a", ...declaration }] }],
  });
  const cases: Cases = [
    ["accept a call with its response", { contents: [user, model(part), told(response)] }, null],
    [
      "refuse a call without its response",
      { contents: [user, model(part), user] },
      /number of function response parts/,
    ],
    [
      "refuse a call at the end",
      { contents: [user, model(part)] },
      /function response turn comes immediately/,
    ],
    [
      "refuse a response without its call",
      { contents: [told(response)] },
      /function response turn comes immediately/,
    ],
    [
      "refuse fewer responses than calls",
      { contents: [user, model(part, part), told(response)] },
      /number of function response/,
    ],
    [
      "refuse a response to another call",
      { contents: [user, model(part), told({ functionResponse: { name: "read", response: {} } })] },
      /answers no function call/,
    ],
    [
      "refuse a call without a signature",
      { contents: [user, model({ functionCall: part.functionCall }), told(response)] },
      /thought_signature/,
    ],
    [
      "refuse a call after the model's own turn",
      { contents: [user, model({ text: "x" }), model(part)] },
      /function call turn comes immediately/,
    ],
    [
      "refuse arguments that are a list",
      { contents: [user, model({ functionCall: { name: "list", args: [1] } })] },
      /Struct/,
    ],
    [
      "refuse a response that is a text",
      { contents: [user, model(part), told({ functionResponse: { name: "list", response: "x" } })] },
      /Struct/,
    ],
    ["refuse no parts", { contents: [told()] }, /must not be empty/],
    ["refuse an empty part", { contents: [told({ text: "" })] }, /must have one initialized field/],
    ["refuse a model that begins", { contents: [model({ text: "x" })] }, /first content has the role user/],
    [
      "refuse another role",
      { contents: [user, { role: "assistant", parts: [{ text: "x" }] }] },
      /valid role/,
    ],
    ["refuse unknown fields", { contents: [user], messages: [] }, /Unknown name "messages"/],
    [
      "accept JSON schemas under their own name",
      { contents: [user], ...tools({ parametersJsonSchema: { ...schema, additionalProperties: false } }) },
      null,
    ],
    [
      "accept types in capitals",
      {
        contents: [user],
        ...tools({ parameters: { type: "OBJECT", properties: { a: { type: "STRING" } } } }),
      },
      null,
    ],
    [
      "accept a property that is called like a refused keyword",
      {
        contents: [user],
        ...tools({ parameters: { ...schema, properties: { const: { type: "string" } } } }),
      },
      null,
    ],
    [
      "refuse keywords of JSON schemas that they do not read",
      { contents: [user], ...tools({ parametersJsonSchema: { ...schema, patternProperties: {} } }) },
      /Unknown name "patternProperties"/,
    ],
    [
      "refuse their keywords elsewhere",
      { contents: [user], ...tools({ parameters: { ...schema, additionalProperties: false } }) },
      /Unknown name "additionalProperties"/,
    ],
  ];
  it.each(cases)("%s", (_title, change, problem) => {
    expectProblem(findGenerateProblem(change, "/models/gemini-3-pro:generateContent"), problem);
  });

  it.each(brokenSchemas)("refuse %s", (_what, broken) => {
    for (const declaration of [{ parameters: broken }, { parametersJsonSchema: broken }]) {
      const request = { contents: [user], ...tools(declaration) };
      expectProblem(findGenerateProblem(request, "/models/gemini-3-pro:generateContent"), /tools\[0\]/);
    }
  });
});

function expectProblem(found: string | null, wanted: RegExp | null): void {
  if (wanted === null) expect(found).toBeNull();
  else expect(found).toMatch(wanted);
}
