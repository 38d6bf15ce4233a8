import type { LanguageModelV4 } from "@ai-sdk/provider";
import { generateText } from "ai";
import { describe, expect, it, vi } from "vitest";
import { startScriptedModelServer } from "../../../test/helpers/scripted-model-server.ts";
import { isAppError } from "../../errors.ts";
import { type ModelConfig, resolveModel } from "./resolve-model.ts";

const chores = { provider: "copydesk", modelId: "chores" } as LanguageModelV4;
const nothing: ModelConfig = { createChoresModel: () => chores };

const refusals: [name: string, config: Partial<ModelConfig>, code: string, says: RegExp][] = [
  ["", {}, "unknown_model", /copydesk\/chores/],
  ["chores", {}, "unknown_model", /Known: /],
  ["/chores", {}, "unknown_model", /Known: /],
  ["copydesk/", {}, "unknown_model", /Known: /],
  ["copydesk/other", {}, "unknown_model", /"copydesk\/other"/],
  ["mystery/m", {}, "unknown_model", /"mystery\/m"/],
  ["openai/a b", {}, "unknown_model", /Known: /],
  ["openai-compatible/m", {}, "invalid_configuration", /OPENAI_COMPATIBLE_BASE_URL/],
  ["openai-compatible/m", { openaiApiKey: "k" }, "invalid_configuration", /OPENAI_COMPATIBLE_BASE_URL/],
  ["openai/m", {}, "invalid_configuration", /OPENAI_API_KEY/],
  ["openai/m", { openaiBaseUrl: "http://m.test" }, "invalid_configuration", /OPENAI_API_KEY/],
  ["anthropic/m", {}, "invalid_configuration", /ANTHROPIC_API_KEY/],
  ["anthropic/m", { anthropicBaseUrl: "http://m.test" }, "invalid_configuration", /ANTHROPIC_API_KEY/],
  ["google/m", {}, "invalid_configuration", /GOOGLE_API_KEY/],
  ["google/m", { googleBaseUrl: "http://m.test" }, "invalid_configuration", /GOOGLE_API_KEY/],
];

const addresses: [name: string, config: Partial<ModelConfig>, url: string, keyHeader: string][] = [
  ["anthropic/claude-x", { anthropicApiKey: "k" }, "https://api.anthropic.com/v1/messages", "x-api-key: k"],
  [
    "anthropic/claude-x",
    { anthropicApiKey: "k", anthropicBaseUrl: "http://m.test/" },
    "http://m.test/v1/messages",
    "x-api-key: k",
  ],
  ["openai/gpt-x", { openaiApiKey: "k" }, "https://api.openai.com/v1/responses", "authorization: Bearer k"],
  [
    "openai/gpt-x",
    { openaiApiKey: "k", openaiBaseUrl: "http://m.test/v1/" },
    "http://m.test/v1/responses",
    "authorization: Bearer k",
  ],
  [
    "google/gemini-x",
    { googleApiKey: "k" },
    "https://generativelanguage.googleapis.com/v1beta/models/gemini-x:generateContent",
    "x-goog-api-key: k",
  ],
  [
    "google/gemini-x",
    { googleApiKey: "k", googleBaseUrl: "http://m.test" },
    "http://m.test/v1beta/models/gemini-x:generateContent",
    "x-goog-api-key: k",
  ],
  [
    "openai-compatible/org/name:7b",
    { openaiApiKey: "k", openaiBaseUrl: "http://m.test/v1" },
    "http://m.test/v1/chat/completions",
    "authorization: Bearer k",
  ],
  [
    "openai-compatible/org/name:7b",
    {
      openaiApiKey: "k",
      openaiBaseUrl: "http://m.test/v1",
      openaiCompatibleBaseUrl: "http://own.test/v1/",
      openaiCompatibleApiKey: "own",
    },
    "http://own.test/v1/chat/completions",
    "authorization: Bearer own",
  ],
];

describe("resolveModel", () => {
  it.each(refusals)("refuses %j with %j as %s and says what to set", (name, config, code, says) => {
    const error = catchError(() => resolveModel({ ...nothing, ...config }, name));
    expect(isAppError(error) && error.code).toBe(code);
    expect(String(error)).toMatch(says);
  });

  it("returns the built-in model without any setting", () => {
    expect(resolveModel(nothing, "copydesk/chores")).toBe(chores);
  });

  it.each(addresses)(
    "asks for %s with %j at %s, with the key in %j",
    async (name, config, url, keyHeader) => {
      const seen: { url: string; key: [string, string | null] }[] = [];
      const fetch: typeof globalThis.fetch = async (input, init) => {
        const header = keyHeader.split(": ", 1)[0]!;
        seen.push({ url: String(input), key: [header, new Headers(init?.headers).get(header)] });
        return new Response("{}", { status: 400 });
      };
      await generateText({
        model: resolveModel({ ...nothing, ...config, fetch }, name),
        prompt: "x",
        maxRetries: 0,
      }).catch(() => {});
      expect(seen.map((request) => ({ url: request.url, key: request.key.join(": ") }))).toEqual([
        { url, key: keyHeader },
      ]);
    },
  );

  it("reads nothing from the environment", async () => {
    const names = ["ANTHROPIC", "OPENAI", "GOOGLE_GENERATIVE_AI", "GOOGLE"];
    for (const name of names) {
      vi.stubEnv(`${name}_API_KEY`, "from-the-environment");
      vi.stubEnv(`${name}_BASE_URL`, "http://environment.test");
    }
    for (const [name, config, url, keyHeader] of addresses) {
      const seen: string[] = [];
      const fetch: typeof globalThis.fetch = async (input, init) => {
        seen.push(String(input), JSON.stringify([...new Headers(init?.headers)]));
        return new Response("{}", { status: 400 });
      };
      const model = resolveModel({ ...nothing, ...config, fetch }, name);
      await generateText({ model, prompt: "x", maxRetries: 0 }).catch(() => {});
      expect(seen[0]).toBe(url);
      expect(seen[1]).toContain(JSON.stringify(keyHeader.split(": ")));
      expect(seen.join(" ")).not.toContain("environment");
    }
    vi.unstubAllEnvs();
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

  it("sends OpenAI's key to no other server", async () => {
    const server = await startScriptedModelServer({ script: () => ({ text: "hello" }) });
    const config = { openaiApiKey: "k", openaiCompatibleBaseUrl: server.baseUrl };
    await generateText({
      model: resolveModel({ ...nothing, ...config }, "openai-compatible/m"),
      prompt: "x",
    });
    expect(server.authorizations).toEqual([undefined]);
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
