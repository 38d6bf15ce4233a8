import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import { cleanModelRequest } from "./clean-model-request.ts";
import type { EngineModel, EngineProtocol, EngineUsage } from "./engine-model.ts";
import { type ModelProxy, startModelProxy } from "./model-proxy.ts";
import { routeModelRequest } from "./route-model-request.ts";

const apiKey = "the-real-key";

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
    ["openai", { model: "big" }, { model: "model-1" }],
    ["openai", { stream: true }, { model: "model-1", stream: true, stream_options: { include_usage: true } }],
    [
      "openai",
      { tools: [{ type: "function", function: {} }, { type: "mcp" }], web_search_options: {}, plugins: [] },
      { model: "model-1", tools: [{ type: "function", function: {} }] },
    ],
    [
      "openai-responses",
      { tools: [{ type: "web_search" }, { type: "mcp", server_url: "https://x" }] },
      { model: "model-1" },
    ],
    [
      "anthropic",
      {
        tools: [{ name: "a" }, { type: "web_fetch_20250910" }, { type: "bash_20250124" }],
        mcp_servers: [{}],
      },
      { model: "model-1", tools: [{ name: "a" }, { type: "bash_20250124" }] },
    ],
    [
      "google",
      { tools: [{ functionDeclarations: [{}], googleSearch: {} }, { urlContext: {} }] },
      { tools: [{ functionDeclarations: [{}] }] },
    ],
    ["openai", [], "the body is no JSON object"],
    [
      "openai",
      { messages: [{ content: [{ type: "image_url", image_url: { url: "https://x/?a" } }] }] },
      'content must be in the request itself, not at "https://x/?a"',
    ],
    [
      "openai-responses",
      { input: [{ content: [{ type: "input_file", file_url: "https://x" }] }] },
      'content must be in the request itself, not at "https://x"',
    ],
    [
      "anthropic",
      { messages: [{ content: [{ type: "image", source: { type: "url", url: "https://x" } }] }] },
      'content must be in the request itself, not at "https://x"',
    ],
    [
      "google",
      { contents: [{ parts: [{ fileData: { fileUri: "https://x" } }] }] },
      'content must be in the request itself, not at "https://x"',
    ],
  ])("is cleaned for %s: %j", (protocol, body, clean) => {
    expect(cleanModelRequest(model(protocol), body)).toEqual(clean);
  });

  it("may hold images and addresses in its text", () => {
    const body = {
      messages: [
        { content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA==" } }] },
        { content: "see https://x", tool_calls: [{ function: { arguments: '{"url":"https://x"}' } }] },
      ],
    };
    expect(cleanModelRequest(model("openai"), body)).toEqual({ model: "model-1", ...body });
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
      outgoing.end(JSON.stringify({ messages: "y".repeat(3_960) }));
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

async function send(proxy: ModelProxy, path: string, headers: Record<string, string> = {}, body = "{}") {
  const outgoing = open(proxy, path, headers);
  outgoing.on("error", () => {});
  outgoing.end(body);
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += chunk as string;
  return { status: response.statusCode, text };
}
