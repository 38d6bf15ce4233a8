import { describe, it } from "vitest";
import { findGenerateProblem } from "./find-generate-problem.ts";
import { brokenSchemas, expectProblem, type RefusalCases, schema } from "./refusal-cases.ts";

describe("Google's contents", () => {
  const user = { role: "user", parts: [{ text: "x" }] };
  const part = { functionCall: { name: "list", args: {} }, thoughtSignature: "s" };
  const response = { functionResponse: { name: "list", response: {} } };
  const model = (...parts: object[]) => ({ role: "model", parts });
  const told = (...parts: object[]) => ({ role: "user", parts });
  const tools = (declaration: object) => ({
    tools: [{ functionDeclarations: [{ name: "a", ...declaration }] }],
  });
  const cases: RefusalCases = [
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
