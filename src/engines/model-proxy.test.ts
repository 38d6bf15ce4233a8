import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { apiKey, model, open, send } from "../../test/helpers/model-proxy-scene.ts";
import { AppError } from "../errors.ts";
import type { EngineProtocol, EngineUsage } from "./engine-model.ts";
import { startModelProxy } from "./model-proxy.ts";

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
      // In small pieces, so that lines and characters are split.
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
    "estimates the cost of an answer that %s when the agent disconnected",
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

  it("sends no key, not even the placeholder, to a model that needs none", async () => {
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

  it("answers 429 once the budget is used up, and reports that once", async () => {
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
  ])("forwards %s", async (_what, status, body) => {
    const baseUrl = await upstream((_incoming, response) =>
      response.writeHead(status, { "set-cookie": "a=b" }).end(body),
    );
    const { proxy } = await start("openai", baseUrl);
    expect(await send(proxy, paths.openai)).toEqual({ status, text: body.replace(apiKey, "[redacted]") });
  });

  it("goes only where the guarded fetch allows, and tells the agent nothing about it", async () => {
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
