import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import type { EngineModel, EngineProtocol, EngineUsage } from "./engine-model.ts";
import { type ModelProxy, startModelProxy } from "./model-proxy.ts";
import { rebuildModelRequest } from "./rebuild-model-request.ts";
import { routeModelRequest } from "./route-model-request.ts";

const apiKey = "the-real-key";

const minimal: Record<EngineProtocol, string> = {
  openai: '{"messages":[]}',
  "openai-responses": '{"input":""}',
  anthropic: '{"messages":[]}',
  google: '{"contents":[]}',
};

function model(protocol: EngineProtocol, baseUrl = "https://api.example/v1"): EngineModel {
  return { name: "model-1", protocol, baseUrl, apiKey };
}

describe("a request of the agent", () => {
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
    ["openai", [], "the body is no JSON object"],
    ["openai", {}, "messages: Invalid input: expected array, received undefined"],
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
  ])("is written anew for %s: %j", (protocol, body, sent) => {
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

describe("the proxy", () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  async function upstream(
    handle: (request: IncomingMessage, response: ServerResponse) => void,
  ): Promise<string> {
    const server = createServer(handle).listen(0, "127.0.0.1");
    await once(server, "listening");
    closers.push(async () => {
      server.closeAllConnections();
      server.close();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  }

  async function start(
    protocol: EngineProtocol,
    baseUrl: string,
    more: { fetch?: typeof fetch; apiKey?: string } = {},
  ) {
    const seen: EngineUsage[] = [];
    const exceeded: string[] = [];
    const proxy = await startModelProxy(
      { fetch: more.fetch ?? fetch },
      {
        model: { ...model(protocol, baseUrl), apiKey: more.apiKey ?? apiKey },
        host: "127.0.0.1:7070",
        budget: { maxSteps: 3, maxTokens: null },
        onUsage: (usage) => seen.push(usage),
        onBudgetExceeded: (message) => exceeded.push(message),
      },
    );
    closers.push(() => proxy.close());
    return { proxy, seen, exceeded };
  }

  const paths: Record<EngineProtocol, string> = {
    openai: "/v1/chat/completions",
    "openai-responses": "/v1/responses",
    anthropic: "/v1/messages",
    google: "/v1/models/m:streamGenerateContent?alt=sse",
  };

  it.each<[EngineProtocol, string, object | object[], object]>([
    [
      "openai",
      "authorization",
      { usage: { prompt_tokens: 10, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 4 } } },
      { inputTokens: 10, cachedInputTokens: 4, outputTokens: 2 },
    ],
    [
      "openai",
      "authorization",
      [{ choices: [], usage: null }, { usage: { prompt_tokens: 10, completion_tokens: 2 } }],
      { inputTokens: 10, cachedInputTokens: 0, outputTokens: 2 },
    ],
    [
      "openai-responses",
      "authorization",
      [
        { type: "response.created", response: { usage: null } },
        {
          type: "response.completed",
          response: {
            usage: { input_tokens: 7, input_tokens_details: { cached_tokens: 3 }, output_tokens: 5 },
          },
        },
      ],
      { inputTokens: 7, cachedInputTokens: 3, outputTokens: 5 },
    ],
    [
      "anthropic",
      "x-api-key",
      [
        {
          type: "message_start",
          message: {
            usage: {
              input_tokens: 5,
              cache_read_input_tokens: 20,
              cache_creation_input_tokens: 30,
              output_tokens: 1,
            },
          },
        },
        { type: "message_delta", usage: { output_tokens: 9 } },
      ],
      { inputTokens: 55, cachedInputTokens: 20, cacheWriteTokens: 30, outputTokens: 9 },
    ],
    [
      "google",
      "x-goog-api-key",
      [
        { usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 1 } },
        {
          usageMetadata: {
            promptTokenCount: 8,
            candidatesTokenCount: 4,
            thoughtsTokenCount: 3,
            cachedContentTokenCount: 2,
          },
        },
      ],
      { inputTokens: 8, cachedInputTokens: 2, outputTokens: 7 },
    ],
  ])("adds the key and counts usage (%s, %s)", async (protocol, header, answer, usage) => {
    const seen: IncomingMessage["headers"][] = [];
    const isStream = Array.isArray(answer);
    const text = isStream
      ? answer.map((part) => `data: ${JSON.stringify(part)}\n\n`).join("")
      : JSON.stringify(answer);
    const baseUrl = await upstream((incoming, response) => {
      seen.push(incoming.headers);
      response.writeHead(200, { "content-type": isStream ? "text/event-stream" : "application/json" });
      // In small pieces, so that lines and characters are cut.
      for (let at = 0; at < text.length; at += 7) response.write(text.slice(at, at + 7));
      response.end();
    });
    const started = await start(protocol, baseUrl);
    const headers = {
      authorization: "Bearer placeholder",
      "x-api-key": "placeholder",
      "x-goog-api-key": "placeholder",
      cookie: "a=b",
    };
    expect(await send(started.proxy, paths[protocol], headers)).toEqual({ status: 200, text });
    expect(seen[0]![header]).toContain(apiKey);
    expect(JSON.stringify(seen)).not.toMatch(/placeholder|cookie/);
    const expected = { requests: 1, estimatedRequests: 0, cacheWriteTokens: 0, ...usage };
    expect(started.proxy.usage()).toEqual(expected);
    expect(started.seen).toEqual([expected]);
  });

  it.each([
    ["told nothing", "", { inputTokens: 999, outputTokens: 939 }],
    [
      "told of its beginning only",
      'data: {"message":{"usage":{"input_tokens":5,"output_tokens":1}}}\n\n',
      { inputTokens: 5, outputTokens: 894 },
    ],
  ])(
    "estimates what an answer has cost that %s when the agent went away",
    async (_what, beginning, usage) => {
      const baseUrl = await upstream((_incoming, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`${beginning}data: ${"x".repeat(3_994)}\n\n`);
      });
      const { proxy } = await start("anthropic", baseUrl);
      const outgoing = open(proxy, paths.anthropic, {});
      outgoing.end(JSON.stringify({ messages: [{ role: "user", content: "y".repeat(3_932) }] }));
      const [response] = (await once(outgoing, "response")) as [IncomingMessage];
      let received = 0;
      for await (const chunk of response) {
        received += (chunk as Buffer).length;
        if (received >= 4_002) break;
      }
      outgoing.destroy();
      await proxy.close();
      expect(proxy.usage()).toMatchObject({ requests: 1, estimatedRequests: 1, ...usage });
    },
  );

  it("sends no key to a model that needs none, the placeholder neither", async () => {
    const seen: IncomingMessage["headers"][] = [];
    const baseUrl = await upstream((incoming, response) => {
      seen.push(incoming.headers);
      response.end("{}");
    });
    const { proxy } = await start("openai", baseUrl, { apiKey: "" });
    expect(await send(proxy, paths.openai, { authorization: "Bearer placeholder" })).toMatchObject({
      status: 200,
    });
    expect(seen).toHaveLength(1);
    expect(seen[0]).not.toHaveProperty("authorization");
  });

  it("ends the budget with 429 and says so once", async () => {
    const baseUrl = await upstream((_incoming, response) => response.end("{}"));
    const { proxy, exceeded } = await start("openai", baseUrl);
    const statuses = [];
    for (let index = 0; index < 5; index += 1) statuses.push((await send(proxy, paths.openai)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(exceeded).toEqual(["The budget of 3 steps is used up."]);
    expect(proxy.usage().requests).toBe(3);
  });

  it.each([
    ["the provider's error without the key", 401, `{"error":{"message":"wrong key ${apiKey}"}}`],
    ["a failure of the provider", 529, '{"error":{"message":"overloaded"}}'],
  ])("passes on %s", async (_what, status, body) => {
    const baseUrl = await upstream((_incoming, response) =>
      response.writeHead(status, { "set-cookie": "a=b" }).end(body),
    );
    const { proxy } = await start("openai", baseUrl);
    expect(await send(proxy, paths.openai)).toEqual({ status, text: body.replace(apiKey, "[redacted]") });
  });

  it("goes only where the guarded fetch lets it, and tells the agent nothing of it", async () => {
    const guarded: typeof fetch = async () => {
      throw new AppError("url_not_allowed", "10.0.0.7 is private");
    };
    const { proxy } = await start("openai", "http://10.0.0.7/v1", { fetch: guarded });
    const { status, text } = await send(proxy, paths.openai);
    expect(status).toBe(502);
    expect(text).not.toContain("10.0.0.7");
  });

  it.each([
    ["another host", { host: "evil.example" }, "{}", 403],
    ["a body that is no JSON", {}, "model=x", 403],
    ["a body that is too large", {}, `"${"x".repeat(33 * 1024 * 1024)}"`, 413],
  ])("refuses %s", async (_what, headers, body, status) => {
    const { proxy } = await start("openai", "http://127.0.0.1:9/v1");
    expect((await send(proxy, paths.openai, headers, body)).status).toBe(status);
    expect(proxy.usage().requests).toBe(0);
  });
});

function open(proxy: ModelProxy, path: string, headers: Record<string, string>) {
  return request({
    socketPath: proxy.socketPath,
    path,
    method: "POST",
    headers: { host: "127.0.0.1:7070", "content-type": "application/json", ...headers },
    agent: false,
  });
}

async function send(
  proxy: ModelProxy,
  path: string,
  headers: Record<string, string> = {},
  body = bodyFor(path),
) {
  const outgoing = open(proxy, path, headers);
  outgoing.on("error", () => {});
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk as string;
  return { status: response.statusCode, text };
}

function bodyFor(path: string): string {
  const protocol = path.includes("chat")
    ? "openai"
    : path.includes("responses")
      ? "openai-responses"
      : "google";
  return minimal[path.endsWith("/messages") ? "anthropic" : protocol];
}
