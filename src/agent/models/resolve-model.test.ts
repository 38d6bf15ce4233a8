import type { LanguageModel } from "ai";
import { generateText } from "ai";
import { describe, expect, it } from "vitest";
import { startScriptedModelServer } from "../../../test/helpers/scripted-model-server.ts";
import { isAppError } from "../../errors.ts";
import { type ModelConfig, resolveModel } from "./resolve-model.ts";

const chores = { provider: "copydesk", modelId: "chores" } as LanguageModel;
const nothing: ModelConfig = { createChoresModel: () => chores };

const refusals: [name: string, config: Partial<ModelConfig>, code: string, says: RegExp][] = [
  ["", {}, "unknown_model", /copydesk\/chores/],
  ["chores", {}, "unknown_model", /Known: /],
  ["/chores", {}, "unknown_model", /Known: /],
  ["copydesk/", {}, "unknown_model", /Known: /],
  ["copydesk/other", {}, "unknown_model", /"copydesk\/other"/],
  ["mystery/m", {}, "unknown_model", /"mystery\/m"/],
  ["openai/a b", {}, "unknown_model", /Known: /],
  ["openai-compatible/m", {}, "invalid_configuration", /OPENAI_BASE_URL/],
  ["openai-compatible/m", { openaiApiKey: "k" }, "invalid_configuration", /OPENAI_BASE_URL/],
  ["openai/m", {}, "invalid_configuration", /OPENAI_API_KEY/],
  ["anthropic/m", {}, "invalid_configuration", /ANTHROPIC_API_KEY/],
];

describe("resolveModel", () => {
  it.each(refusals)("refuses %j with %j as %s and says what to set", (name, config, code, says) => {
    const error = catchError(() => resolveModel({ ...nothing, ...config }, name));
    expect(isAppError(error) && error.code).toBe(code);
    expect(String(error)).toMatch(says);
  });

  it("gives the built-in model without any setting", () => {
    expect(resolveModel(nothing, "copydesk/chores")).toBe(chores);
  });

  it.each([
    ["openai/gpt-x", { openaiApiKey: "k" }, "https://api.openai.com/v1/responses", "gpt-x"],
    [
      "openai/gpt-x",
      { openaiApiKey: "k", openaiBaseUrl: "http://m.test/v1/" },
      "http://m.test/v1/chat/completions",
      "gpt-x",
    ],
    [
      "openai-compatible/org/name:7b",
      { openaiBaseUrl: "http://m.test/v1" },
      "http://m.test/v1/chat/completions",
      "org/name:7b",
    ],
    ["anthropic/claude-x", { anthropicApiKey: "k" }, "https://api.anthropic.com/v1/messages", "claude-x"],
  ])("asks for %s with %j at %s through the given fetch", async (name, config, url, model) => {
    const seen: { url: string; model: string }[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      seen.push({ url: String(input), model: JSON.parse(String(init?.body)).model });
      return new Response("{}", { status: 400 });
    };
    await generateText({ model: resolveModel({ ...nothing, ...config, fetch }, name), prompt: "x" }).catch(
      () => {},
    );
    expect(seen).toEqual([{ url, model }]);
  });

  it.each([
    ["test-key", "Bearer test-key"],
    [null, undefined],
  ])("sends the key %j to an OpenAI-compatible server as %j", async (openaiApiKey, header) => {
    const server = await startScriptedModelServer({ script: () => ({ text: "hello" }) });
    const model = resolveModel(
      { ...nothing, openaiApiKey, openaiBaseUrl: server.baseUrl },
      "openai-compatible/m",
    );
    expect((await generateText({ model, prompt: "x" })).text).toBe("hello");
    expect(server.authorizations).toEqual([header]);
    await server.close();
  });
});

function catchError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
