import { describe, expect, it } from "vitest";
import { model } from "../../test/helpers/model-proxy-scene.ts";
import type { EngineProtocol } from "./engine-model.ts";
import { rebuildModelRequest } from "./rebuild-model-request.ts";
import { routeModelRequest } from "./route-model-request.ts";

describe("a request by the agent", () => {
  it.each<[EngineProtocol, string, string, string | null]>([
    ["openai", "POST", "/v1/chat/completions", "https://api.example/v1/chat/completions"],
    ["openai", "POST", "/v1/chat/completions?key=x", "https://api.example/v1/chat/completions"],
    ["openai", "GET", "/v1/models", "https://api.example/v1/models"],
    ["openai-responses", "POST", "/v1/responses", "https://api.example/v1/responses"],
    ["anthropic", "POST", "/v1/messages?beta=true", "https://api.example/v1/messages"],
    ["anthropic", "POST", "/v1/messages/count_tokens", "https://api.example/v1/messages/count_tokens"],
    [
      "google",
      "POST",
      "/v1/models/other:streamGenerateContent?alt=sse&key=x",
      "https://api.example/v1/models/model-1:streamGenerateContent?alt=sse",
    ],
    [
      "google",
      "POST",
      "/v1/models/other:generateContent?key=x",
      "https://api.example/v1/models/model-1:generateContent",
    ],
    ["openai", "GET", "/v1/chat/completions", null],
    ["openai", "DELETE", "/v1/models/model-1", null],
    ["openai", "POST", "/v1/files", null],
    ["openai", "POST", "/v1/responses", null],
    ["openai", "POST", "/chat/completions", null],
    ["openai", "POST", "/v1/../v1/chat/completions", null],
    ["openai", "POST", "/v1//chat/completions", null],
    ["openai", "POST", "/v1/chat%2fcompletions", null],
    ["openai", "POST", "/v1/chat/completions/", null],
    ["openai", "POST", "http://evil.example/v1/chat/completions", null],
    ["openai", "GET", "/v1/models/../files", null],
    ["openai-responses", "GET", "/v1/responses/resp_1", null],
    ["anthropic", "GET", "/v1/organizations/me", null],
    ["google", "POST", "/v1/models/a:batchGenerateContent", null],
    ["google", "POST", "/v1/cachedContents", null],
  ])("with %s, %s %s goes to %s", (protocol, method, target, url) => {
    expect(routeModelRequest(model(protocol), method, target)?.url ?? null).toBe(url);
  });

  it.each<[EngineProtocol, object, object | string]>([
    ["openai", { messages: [], model: "big" }, { messages: [], model: "model-1" }],
    [
      "openai",
      { messages: [], stream: true, tools: null },
      { messages: [], model: "model-1", stream: true, stream_options: { include_usage: true } },
    ],
    [
      "openai",
      {
        messages: [],
        tools: [{ type: "function", function: { name: "a" } }, { type: "mcp" }],
        web_search_options: {},
      },
      { model: "model-1", messages: [], tools: [{ type: "function", function: { name: "a" } }] },
    ],
    [
      "openai-responses",
      { input: "x", tools: [{ type: "web_search" }, { type: "mcp" }], tool_choice: "required", store: true },
      { model: "model-1", input: "x", store: false },
    ],
    [
      "anthropic",
      {
        messages: [],
        max_tokens: 9,
        tools: [
          { name: "a", input_schema: { type: "object", $schema: "http://x", $ref: "http://x", $defs: {} } },
          { type: "web_fetch_20250910", name: "web_fetch" },
          { type: "bash_20250124", name: "bash" },
        ],
      },
      {
        ...{ model: "model-1", messages: [], max_tokens: 9 },
        tools: [
          { name: "a", input_schema: { type: "object", $defs: {} } },
          { type: "bash_20250124", name: "bash" },
        ],
      },
    ],
    [
      "google",
      {
        contents: [],
        tools: [{ functionDeclarations: [{ name: "a" }], googleSearch: {} }, { urlContext: {} }],
      },
      { contents: [], tools: [{ functionDeclarations: [{ name: "a" }] }] },
    ],
    ["openai", [], "the body is not a JSON object"],
    ["openai", {}, "messages: is required"],
    [
      "openai",
      { messages: [{ role: "user", content: [{ type: "image_url", image_url: { url: "https://x/?a" } }] }] },
      "messages.0.content.0.image_url.url: must be an image in the request itself, as data:image/…;base64",
    ],
    [
      "google",
      { contents: [{ parts: [{ fileData: { fileUri: "https://x" } }] }] },
      expect.stringMatching(/^contents\.0\.parts\.0/),
    ],
  ])("is rebuilt for %s: %j", (protocol, body, sent) => {
    const rebuilt = rebuildModelRequest(model(protocol), body);
    expect(typeof rebuilt === "string" ? rebuilt : JSON.parse(JSON.stringify(rebuilt))).toEqual(sent);
  });

  it("that is nested too deeply is refused", () => {
    const schema = JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);
    expect(rebuildModelRequest(model("openai"), { messages: [], schema })).toMatch(/nested/);
  });

  it.each<[EngineProtocol, object]>([
    [
      "openai",
      {
        messages: [
          { role: "system", content: [{ type: "text", text: "Be brief." }] },
          {
            role: "user",
            content: [
              { type: "text", text: "see https://x", cache_control: { type: "ephemeral" } },
              { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
            ],
          },
          {
            role: "assistant",
            content: null,
            reasoning_content: "Hm.",
            tool_calls: [
              { id: "c1", type: "function", function: { name: "get", arguments: '{"url":"https://x"}' } },
            ],
          },
          { role: "tool", tool_call_id: "c1", content: "found" },
        ],
        tools: [
          { type: "function", function: { name: "get", description: "d", parameters: { type: "object" } } },
        ],
        ...{ tool_choice: "auto", temperature: 0, max_tokens: 100, stop: ["x"], seed: 1 },
      },
    ],
    [
      "openai-responses",
      {
        input: [
          { role: "user", content: [{ type: "input_text", text: "see https://x" }] },
          { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "e" },
          { type: "function_call", call_id: "c1", name: "get", arguments: "{}" },
          { type: "function_call_output", call_id: "c1", output: "found" },
        ],
        ...{ instructions: "Be brief.", store: false, stream: true, reasoning: { effort: "low" } },
        include: ["reasoning.encrypted_content"],
      },
    ],
    [
      "anthropic",
      {
        system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral" } }],
        messages: [
          { role: "user", content: "see https://x" },
          {
            role: "assistant",
            content: [
              { type: "thinking", thinking: "Hm.", signature: "s" },
              { type: "tool_use", id: "t1", name: "get", input: { url: "https://x" } },
            ],
          },
          {
            role: "user",
            content: [
              {
                type: "tool_result",
                tool_use_id: "t1",
                content: [
                  { type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } },
                ],
              },
            ],
          },
        ],
        ...{ max_tokens: 100, stream: true, thinking: { type: "enabled", budget_tokens: 1_024 } },
      },
    ],
    [
      "google",
      {
        systemInstruction: { role: "user", parts: [{ text: "Be brief." }] },
        contents: [
          {
            role: "user",
            parts: [{ text: "see https://x" }, { inlineData: { mimeType: "image/png", data: "AA==" } }],
          },
          {
            role: "model",
            parts: [{ functionCall: { name: "get", args: { url: "https://x" } }, thoughtSignature: "AA==" }],
          },
          {
            role: "user",
            parts: [{ functionResponse: { id: "1", name: "get", response: { output: "found" } } }],
          },
        ],
        tools: [{ functionDeclarations: [{ name: "get", parametersJsonSchema: { type: "object" } }] }],
        toolConfig: { functionCallingConfig: { mode: "AUTO" } },
        generationConfig: { temperature: 0, thinkingConfig: { includeThoughts: true, thinkingBudget: 8 } },
      },
    ],
  ])("of %s with calls, images and addresses in its text keeps them all", (protocol, body) => {
    const rebuilt = rebuildModelRequest(model(protocol), body);
    const named = protocol === "google" ? {} : { model: "model-1" };
    expect(JSON.parse(JSON.stringify(rebuilt))).toEqual({ ...body, ...named });
  });
});
