import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { ScriptedAnswer } from "../../../test/helpers/scripted-models/script.ts";
import {
  type ScriptedProvider,
  startScriptedProvider,
} from "../../../test/helpers/scripted-models/start-scripted-provider.ts";
import { createGuardedFetch } from "../../network/guard-fetch.ts";
import { type Provider, type ProviderSettings, providerNames } from "../../schemas/providers.ts";
import { askModel, type ModelCall } from "../ask-model.ts";
import { describeTools } from "../tool-definitions.ts";
import { allTools } from "../tools/all-tools.ts";
import { resolveModel } from "./resolve-model.ts";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

async function serve(
  provider: Provider,
  script: (index: number) => ScriptedAnswer,
  options: { honoursIdempotencyKey?: boolean } = {},
): Promise<ScriptedProvider> {
  const server = await startScriptedProvider(provider, script, options);
  open.push(server);
  return server;
}

/** Asks once, recording waits instead of waiting. */
async function ask(
  model: string,
  settings: ProviderSettings,
  { fetch, ...call }: Partial<ModelCall> & { fetch?: typeof globalThis.fetch } = {},
) {
  const waits: number[] = [];
  const config = { ...settings, fetch, createChoresModel: () => expect.fail("not chores") };
  const result = await askModel(
    {
      model: resolveModel(config, model),
      signal: new AbortController().signal,
      clock: { now: () => 0, random: () => 1, sleep: async (ms) => void waits.push(ms) },
      callId: "call-1",
      ...call,
    },
    [{ role: "user", content: "Do it" }],
    describeTools(allTools),
  );
  return { result, waits };
}

type Words = Record<Provider, RegExp>;
const every = (words: RegExp): Words =>
  Object.fromEntries(providerNames.map((provider) => [provider, words])) as Words;

interface Row {
  fault: string;
  answer: ScriptedAnswer;
  attempts: number;
  kind: "failed" | "context_overflow" | "refused";
  words: Words;
  call?: Partial<ModelCall>;
}

const cutOff =
  /^The model's answer could not be read \(8 attempts\): Failed to process successful response \(/;

const faults: Row[] = [
  {
    ...{ fault: "a wrong key", answer: { problem: "wrong_key" }, attempts: 1, kind: "failed" },
    words: {
      anthropic: /^The model's provider returned 401: invalid x-api-key$/,
      openai: /^The model's provider returned 401: Incorrect API key provided: \[redacted\]/,
      google: /^The model's provider returned 400: API key not valid/,
      "openai-compatible": /^The model's provider returned 401: Incorrect API key provided: \[redacted\]/,
    },
  },
  {
    ...{ fault: "an unknown model", answer: { problem: "unknown_model" }, attempts: 1, kind: "failed" },
    words: {
      anthropic: /returned 404: model: m$/,
      openai: /returned 404: The model `m` does not exist/,
      google: /returned 404: models\/m is not found/,
      "openai-compatible": /returned 404: The model `m` does not exist/,
    },
  },
  {
    ...{ fault: "a quota that is used up", answer: { problem: "quota" }, attempts: 1, kind: "failed" },
    words: {
      anthropic: /returned 400: Your credit balance is too low/,
      openai: /returned 429: You exceeded your current quota/,
      google: /returned 429: You exceeded your current quota/,
      "openai-compatible": /returned 402: Insufficient credits/,
    },
  },
  {
    ...{ fault: "a rate limit that stays", attempts: 8, kind: "failed" },
    answer: { problem: "rate_limit", headers: { "retry-after": "1" } },
    words: every(/^The model's provider returned 429 \(8 attempts\): /),
  },
  {
    ...{ fault: "an overloaded provider", answer: { problem: "overloaded" }, attempts: 8, kind: "failed" },
    words: {
      anthropic: /returned 529 \(8 attempts\): Overloaded$/,
      openai: /returned 503 \(8 attempts\): The engine is currently overloaded/,
      google: /returned 503 \(8 attempts\): The model is overloaded/,
      "openai-compatible": /returned 503 \(8 attempts\): The server is busy/,
    },
  },
  {
    ...{ fault: "an error of the server", answer: { problem: "server_error" }, attempts: 8, kind: "failed" },
    words: every(/^The model's provider returned 500 \(8 attempts\): /),
  },
  {
    ...{ fault: "silence", answer: { fault: "hang" }, attempts: 8, kind: "failed" },
    words: every(/^The model gave no answer within 0\.05 s \(8 attempts\)$/),
    call: { attemptMs: 50 },
  },
  {
    ...{ fault: "a connection that is cut", answer: { fault: "cut" }, attempts: 8, kind: "failed" },
    words: every(cutOff),
  },
  {
    ...{ fault: "half an answer", answer: { fault: "malformed" }, attempts: 3, kind: "failed" },
    words: every(/^The model's answer could not be read \(3 attempts\): Invalid JSON response/),
  },
  {
    ...{ fault: "an answer without a choice", answer: { fault: "no_choice" }, attempts: 3, kind: "failed" },
    words: {
      anthropic: /^The model's answer could not be read \(3 attempts\)/,
      openai: /^The model's answer could not be read \(3 attempts\): Responses API returned no output/,
      google: /\(3 attempts\): the answer is empty/,
      "openai-compatible": /\(3 attempts\): Response did not contain any choices/,
    },
  },
  {
    ...{ fault: "a full window", answer: { problem: "context_overflow" } },
    ...{ attempts: 1, kind: "context_overflow" },
    words: {
      anthropic: /returned 400: prompt is too long/,
      openai: /returned 400: Your input exceeds the context window/,
      google: /returned 400: The input token count/,
      "openai-compatible": /returned 400: This model's maximum context length/,
    },
  },
  {
    ...{ fault: "a refusal", answer: { refusal: "I will not write that." }, attempts: 1, kind: "refused" },
    words: {
      anthropic:
        /^The model's provider refused to answer this conversation \(refusal\): I will not write that/,
      openai: /^The model's provider refused to answer this conversation: I will not write that/,
      google: /^The model's provider refused to answer this conversation \(PROHIBITED_CONTENT\)\.$/,
      "openai-compatible": /refused to answer this conversation \(stop\): I will not write that/,
    },
  },
  {
    ...{ fault: "a filter", answer: { finishReason: "content_filter" }, attempts: 1, kind: "refused" },
    words: every(/^The model's provider refused to answer this conversation \(\w+\)\.$/),
  },
];

const table = faults.flatMap((row) => providerNames.map((provider) => ({ ...row, provider })));

describe("a fault of a provider", () => {
  it.each(table)(
    "$provider, $fault: $kind after $attempts",
    async ({ provider, answer, attempts, kind, words, call }) => {
      const server = await serve(provider, () => answer);
      const { result, waits } = await ask(server.model, server.settings, call);
      expect(result).toEqual({ error: expect.stringMatching(words[provider]), kind, attempts });
      // On a busy machine, an attempt may time out before it has reached the provider.
      if (call?.attemptMs === undefined) expect(server.requests).toHaveLength(attempts);
      else expect(server.requests.length).toBeLessThanOrEqual(attempts);
      expect(server.refusals).toEqual([]);
      expect(waits).toHaveLength(attempts - 1);
      const names = new Set(server.headers.map((headers) => headers["idempotency-key"]));
      if (server.requests.length > 0) expect([...names]).toEqual(["call-1"]);
    },
  );

  const passing: { fault: string; answer: ScriptedAnswer; wait: number; call?: Partial<ModelCall> }[] = [
    {
      fault: "a rate limit",
      answer: { problem: "rate_limit", headers: { "retry-after": "7" } },
      wait: 7_000,
    },
    { fault: "an overloaded provider", answer: { problem: "overloaded" }, wait: 1_000 },
    { fault: "an error of the server", answer: { problem: "server_error" }, wait: 1_000 },
    { fault: "silence", answer: { fault: "hang" }, wait: 1_000, call: { attemptMs: 1_500 } },
    { fault: "a connection that is cut", answer: { fault: "cut" }, wait: 1_000 },
    { fault: "half an answer", answer: { fault: "malformed" }, wait: 1_000 },
    { fault: "an answer without a choice", answer: { fault: "no_choice" }, wait: 1_000 },
  ];

  it.each(passing.flatMap((row) => providerNames.map((provider) => ({ ...row, provider }))))(
    "$provider, $fault that passes: the next attempt has the answer",
    async ({ provider, answer, wait, call }) => {
      const server = await serve(provider, (index) => (index === 0 ? answer : { text: "Hello." }));
      const asked = await ask(server.model, server.settings, call);
      expect(asked.result).toMatchObject({ text: "Hello.", finishReason: "stop" });
      expect(asked.waits[0]).toBe(wait);
    },
  );

  it("waits as long as Google says in the body", async () => {
    const server = await serve("google", (index) =>
      index === 0 ? { problem: "rate_limit" } : { text: "Hello." },
    );
    expect((await ask(server.model, server.settings)).waits).toEqual([2_000]);
  });

  it.each(providerNames)("%s, an empty answer: is returned as one", async (provider) => {
    const server = await serve(provider, () => ({}));
    const { result } = await ask(server.model, server.settings);
    expect(result).toMatchObject({
      text: "",
      toolCalls: [],
      message: { role: "assistant", content: [{ type: "text", text: "(empty answer)" }] },
    });
  });

  it.each(providerNames)("%s, an answer cut at its maximum length: is returned as one", async (provider) => {
    const server = await serve(provider, () => ({ text: "It is", finishReason: "length" }));
    const { result } = await ask(server.model, server.settings, { maxOutputTokens: 3 });
    expect(result).toMatchObject({ text: "It is", finishReason: "length" });
    expect(JSON.stringify(server.requests[0])).toMatch(/max\w*tokens":3/i);
  });

  it("Anthropic, a window that fills up in the middle of the answer: a full window", async () => {
    const finishReason = "model_context_window_exceeded";
    const server = await serve("anthropic", () => ({ text: "It is", finishReason }));
    const { result } = await ask(server.model, server.settings);
    expect(result).toMatchObject({ kind: "context_overflow", attempts: 1 });
  });

  it.each(providerNames)(
    "%s, a call that is repeated after a cut costs nothing at a gateway that knows it",
    async (provider) => {
      const server = await serve(provider, () => ({ text: "Hello." }), { honoursIdempotencyKey: true });
      await ask(server.model, server.settings);
      const { result } = await ask(server.model, server.settings);
      expect(result).toMatchObject({ text: "Hello." });
      expect(server.requests).toHaveLength(1);
      expect(server.replays).toEqual(["call-1"]);
    },
  );
});

describe("an address", () => {
  async function serveRaw(status: number, headers: Record<string, string>) {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.writeHead(status, headers).end("{}");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    };
    open.push({ close });
    const { port } = server.address() as AddressInfo;
    return { url: `http://127.0.0.1:${port}/v1`, close, requests: () => requests };
  }

  it("that may not be contacted fails at once, with advice", async () => {
    const server = await serveRaw(200, {});
    const fetch = createGuardedFetch({ allowPrivate: false });
    const { result } = await ask("openai-compatible/m", { openaiCompatibleBaseUrl: server.url }, { fetch });
    expect(result).toEqual({
      error: expect.stringMatching(/^The model could not be asked: .*COPYDESK_ALLOW_PRIVATE_ADDRESSES/),
      kind: "failed",
      attempts: 1,
    });
    expect(server.requests()).toBe(0);
  });

  it("that redirects fails at once", async () => {
    const server = await serveRaw(302, { location: "/" });
    const fetch = createGuardedFetch({ allowPrivate: true });
    const { result } = await ask("openai-compatible/m", { openaiCompatibleBaseUrl: server.url }, { fetch });
    expect(result).toMatchObject({ kind: "failed", attempts: 1 });
    expect(server.requests()).toBe(1);
  });

  it("where nothing listens is tried again", async () => {
    const server = await serveRaw(200, {});
    await server.close();
    const { result } = await ask("openai-compatible/m", { openaiCompatibleBaseUrl: server.url });
    expect(result).toMatchObject({
      error: expect.stringMatching(/^The model could not be reached \(8 attempts\): .*ECONNREFUSED/),
      attempts: 8,
    });
  });
});
