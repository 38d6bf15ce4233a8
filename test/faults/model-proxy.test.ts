import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EngineProtocol } from "../../src/engines/engine-model.ts";
import { type ModelProxy, startModelProxy } from "../../src/engines/model-proxy.ts";

interface Received {
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * What must not arrive: it stands in every probe where a provider would fetch, look up or choose something by
 * it.
 */
const mark = "evil";
const at = "https://evil.example/secret";

const protocols: EngineProtocol[] = ["openai", "openai-responses", "anthropic", "google"];
const received: Received[] = [];
const proxies = {} as Record<EngineProtocol, ModelProxy>;

const upstream = createServer(async (incoming, response) => {
  const { url = "", headers } = incoming;
  received.push({ url, headers, body: await text(incoming) });
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
});

beforeAll(async () => {
  upstream.listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const baseUrl = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/v1`;
  for (const protocol of protocols) {
    proxies[protocol] = await startModelProxy(
      { fetch },
      {
        model: { name: "the-model", protocol, baseUrl, apiKey: "the-key" },
        host: "127.0.0.1:7070",
        budget: { maxSteps: 10_000, maxTokens: null },
        onUsage() {},
        onBudgetExceeded() {},
      },
    );
  }
});

afterAll(async () => {
  for (const proxy of Object.values(proxies)) await proxy.close();
  upstream.closeAllConnections();
  upstream.close();
});

const paths: Record<EngineProtocol, string> = {
  openai: "/v1/chat/completions",
  "openai-responses": "/v1/responses",
  anthropic: "/v1/messages",
  google: "/v1/models/the-model:generateContent",
};

const plain: Record<EngineProtocol, Record<string, unknown>> = {
  openai: { messages: [{ role: "user", content: "x" }] },
  "openai-responses": { input: "x" },
  anthropic: { messages: [{ role: "user", content: "x" }], max_tokens: 10 },
  google: { contents: [{ role: "user", parts: [{ text: "x" }] }] },
};

const chat = (...content: unknown[]) => ({ messages: [{ role: "user", content }] });
const item = (...input: unknown[]) => ({ input });
const part = (...content: unknown[]) => item({ role: "user", content });
const block = (...content: unknown[]) => chat(...content);
const parts = (...list: unknown[]) => ({ contents: [{ role: "user", parts: list }] });
const result = (...content: unknown[]) => block({ type: "tool_result", tool_use_id: "t", content });

/** Content that is elsewhere: at an address, or stored with the provider. */
const content: [EngineProtocol, Record<string, unknown>][] = [
  ["openai", chat({ type: "image_url", image_url: { url: at } })],
  ["openai", chat({ type: "image_url", image_url: at })],
  ["openai", chat({ image_url: { url: at } })],
  ["openai", chat({ type: "text", text: "x", image_url: { url: at } })],
  ["openai", chat({ type: "image_url", image_url: { url: "data:image/png;base64,AA", file_id: "evil" } })],
  ["openai", chat({ type: "image_url", image_url: { url: ` ${at}` } })],
  ["openai", chat({ type: "image_url", image_url: { url: `data:text/html;base64,AA#${at}` } })],
  ["openai", chat({ type: "image_url", image_url: { url: `data:image/png;base64,AA\r\n${at}` } })],
  ["openai", chat({ type: "image", image: at })],
  ["openai", chat({ type: "input_audio", input_audio: { data: at, format: "wav" } })],
  ["openai", chat({ type: "audio_url", audio_url: { url: at } })],
  ["openai", chat({ type: "video_url", video_url: { url: at } })],
  ["openai", chat({ type: "file", file: { file_id: "file-evil" } })],
  ["openai", chat({ type: "file", file: { filename: "x.pdf", file_data: at } })],
  ["openai", { messages: [{ role: "user", content: "x", audio: { id: "evil" } }] }],
  ["openai", { messages: [{ role: "assistant", audio: { id: "evil" }, content: "x" }] }],
  ["openai", { messages: [{ role: "evil", content: "x" }] }],
  ["openai", { messages: [{ role: "user", content: "x", attachments: [{ file_id: "evil" }] }] }],
  ["openai-responses", item({ type: "item_reference", id: "evil" })],
  ["openai-responses", item({ id: "msg_evil", role: "user", content: "x" })],
  ["openai-responses", item({ type: "reasoning", id: "rs_evil", summary: [] })],
  ["openai-responses", part({ type: "input_file", file_url: at })],
  ["openai-responses", part({ type: "input_file", file_id: "evil" })],
  ["openai-responses", part({ type: "input_image", image_url: at })],
  ["openai-responses", part({ type: "input_image", file_id: "evil" })],
  ["openai-responses", part({ type: "input_audio", input_audio: { data: at } })],
  ["openai-responses", item({ type: "mcp_approval_response", approval_request_id: "evil", approve: true })],
  ["openai-responses", item({ type: "computer_call_output", output: { image_url: at } })],
  [
    "openai-responses",
    item({ type: "function_call_output", call_id: "c", output: [{ type: "input_file", file_url: at }] }),
  ],
  ["anthropic", block({ type: "image", source: { type: "url", url: at } })],
  ["anthropic", block({ type: "image", source: { type: "file", file_id: "evil" } })],
  ["anthropic", block({ type: "image", source: { type: "base64", media_type: "image/png", data: at } })],
  ["anthropic", block({ source: { url: at } })],
  ["anthropic", block({ type: "document", source: { type: "url", url: at } })],
  ["anthropic", block({ type: "container_upload", file_id: "evil" })],
  ["anthropic", block({ type: "search_result", source: at, title: "x", content: [] })],
  ["anthropic", block({ type: "mcp_tool_use", id: "x", name: "x", server_name: "evil", input: {} })],
  ["anthropic", result({ type: "image", source: { type: "url", url: at } })],
  ["anthropic", { ...plain.anthropic, system: [{ type: "image", source: { type: "url", url: at } }] }],
  ["google", parts({ fileData: { fileUri: at } })],
  ["google", parts({ file_data: { file_uri: at } })],
  ["google", parts({ text: "x", fileData: { fileUri: at } })],
  ["google", parts({ inlineData: { mimeType: "image/png", data: at } })],
  ["google", parts({ inlineData: { mimeType: "evil/x", data: "AA" } })],
  ["google", parts({ executableCode: { language: "PYTHON", code: "evil" } })],
  [
    "google",
    parts({ functionResponse: { name: "f", response: {}, parts: [{ fileData: { fileUri: at } }] } }),
  ],
  ["google", { ...plain.google, systemInstruction: { parts: [{ fileData: { fileUri: at } }] } }],
  ["google", { generateContentRequest: { model: "models/evil", contents: [] } }],
];

/**
 * Other models, tools that the provider runs, and what is stored in the account, by a field of the request.
 */
const fields: Record<EngineProtocol, Record<string, unknown>> = {
  openai: {
    ...{ model: "evil", models: ["evil"], route: "evil", fallbacks: ["evil"], provider: { order: ["evil"] } },
    ...{ search_parameters: { sources: [{ type: "rss", links: [at] }] }, web_search_options: { x: at } },
    ...{ plugins: [{ id: "web", search_prompt: at }], transforms: ["evil"], preset: "evil", prompt: "evil" },
    ...{ extra_body: { model: "evil" }, deployment: "evil", metadata: { a: at }, user: "evil", base_url: at },
    ...{ audio: { voice: "evil" }, modalities: ["evil"], prediction: { content: at }, functions: ["evil"] },
    ...{ stream_options: { evil: true }, callback_url: at, webhook: at, guided_json: at, documents: [at] },
    ...{ mm_processor_kwargs: { x: at }, chat_template: "evil", kv_transfer_params: { remote_host: at } },
    tools: [{ type: "mcp", server_url: at }, { type: "web_search", evil: 1 }, { function: { name: "evil" } }],
  },
  "openai-responses": {
    ...{ model: "evil", previous_response_id: "evil", conversation: "evil", prompt: { id: "evil" } },
    ...{ metadata: { a: at }, service_tier: "evil", background: at, user: "evil", include: ["evil"] },
    tools: [
      { type: "mcp", server_url: at },
      { type: "file_search", vector_store_ids: ["evil"] },
      { type: "code_interpreter", container: "evil" },
      { type: "image_generation", model: "evil" },
      { type: "web_search", filters: { allowed_domains: ["evil"] } },
    ],
  },
  anthropic: {
    ...{
      model: "evil",
      mcp_servers: [{ type: "url", url: at }],
      container: "evil",
      metadata: { user_id: "evil" },
    },
    ...{ context_management: { edits: ["evil"] }, service_tier: "evil", betas: ["evil"], skills: ["evil"] },
    tools: [
      { type: "web_fetch_20250910", name: "web_fetch", allowed_domains: ["evil"] },
      { type: "mcp_toolset", mcp_server_name: "evil" },
      { type: "code_execution_20250825", name: "evil" },
    ],
  },
  google: {
    ...{
      model: "models/evil",
      cachedContent: "cachedContents/evil",
      cached_content: "evil",
      labels: { a: at },
    },
    ...{
      safetySettings: [{ category: "evil" }],
      system_instruction: { parts: [{ fileData: { fileUri: at } }] },
    },
    tools: [
      { urlContext: { x: at } },
      { googleSearch: { x: at } },
      { fileSearch: { fileSearchStoreNames: ["evil"] } },
      { functionDeclarations: [{ name: "a", parameters: { $ref: at } }], retrieval: { x: at } },
      { codeExecution: { evil: 1 } },
    ],
  },
};

const fieldProbes = protocols.flatMap((protocol) =>
  Object.entries(fields[protocol]).map(
    ([name, value]) => [protocol, { ...plain[protocol], [name]: value }] as [EngineProtocol, object],
  ),
);

describe("what an agent names in a request to its model", () => {
  test.each([...content, ...fieldProbes])("as %s does not reach the provider: %j", async (protocol, body) => {
    received.length = 0;
    const { status } = await send(protocol, { body });
    expect([200, 403]).toContain(status);
    expect(received).toHaveLength(status === 200 ? 1 : 0);
    expect(JSON.stringify(received)).not.toContain(mark);
    if (status === 200 && protocol !== "google")
      expect(JSON.parse(received[0]!.body)).toMatchObject({ model: "the-model" });
  });

  test.each(protocols)("as %s reaches it when it is the conversation itself", async (protocol) => {
    received.length = 0;
    expect((await send(protocol, { body: plain[protocol] })).status).toBe(200);
    expect(JSON.parse(received[0]!.body)).toMatchObject(plain[protocol]);
  });
});

const headers = {
  ...{ authorization: "Bearer evil", "x-api-key": "evil", "x-goog-api-key": "evil", cookie: "evil" },
  ...{ "openai-organization": "evil", "openai-project": "evil", "openai-beta": "evil", "x-title": "evil" },
  ...{ "anthropic-version": "evil", "anthropic-beta": "mcp-client-2025-11-20,evil,files-api-2025-04-14" },
  ...{ "x-goog-user-project": "evil", "x-forwarded-for": "evil", "http-referer": at, "x-model": "evil" },
  ...{
    "content-type": "evil/x",
    accept: "evil/x",
    "x-http-method-override": "evil",
    "accept-language": "evil",
  },
  ...{ "user-agent": "evil", "idempotency-key": "evil", "x-stainless-os": "evil", te: "trailers, evil" },
};

test.each(protocols)("no header of the agent reaches the provider (%s)", async (protocol) => {
  received.length = 0;
  expect((await send(protocol, { body: plain[protocol], headers })).status).toBe(200);
  expect(JSON.stringify(received)).not.toMatch(/evil|mcp-client|files-api/);
  expect(JSON.stringify(received[0]!.headers)).toContain("the-key");
});

const targets = [
  ...["GET /v1/models/evil", "GET /v1/files/evil", "POST /v1/files?evil", "DELETE /v1/models/evil"],
  ...["POST /v1/batches?evil", "GET /v1/responses/evil", "POST /v1/../evil", "POST /v1/%2e%2e/evil"],
  ...[
    "POST /v1/chat/completions/../../evil",
    "POST /v1/chat/completions#evil",
    "POST //evil.example/v1/messages",
  ],
  ...[
    "POST http://evil.example/v1/messages",
    "POST /v1/models/the-model:evil",
    "POST /v1/cachedContents?evil",
  ],
  ...["POST /v1/models/evil:batchGenerateContent", "POST /v1/tunedModels/evil:generateContent"],
  ...["POST /v1/messages/batches?evil", "PUT /v1/messages?evil", "GET /v1/models?key=evil&x=evil"],
  ...["POST /v1/models/evil:generateContent?key=evil&alt=evil", "POST /v1/messages?beta=evil"],
  ...["POST /v1/chat/completions?model=evil", "POST /v1/responses?evil=1", "POST /v1/messages;evil"],
];

test.each(targets)(
  "nothing of a path or query of the agent's own reaches the provider: %s",
  async (target) => {
    received.length = 0;
    const [method = "", path = ""] = target.split(" ");
    for (const protocol of protocols) await send(protocol, { method, path, body: plain[protocol] });
    expect(JSON.stringify(received)).not.toContain(mark);
  },
);

interface Sent {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body: object;
}

async function send(protocol: EngineProtocol, { method = "POST", path = paths[protocol], ...sent }: Sent) {
  const outgoing = request({
    ...{ socketPath: proxies[protocol].socketPath, path, method, agent: false },
    headers: { host: "127.0.0.1:7070", "content-type": "application/json", ...sent.headers },
  });
  outgoing.end(method === "GET" ? undefined : JSON.stringify(sent.body));
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return { status: response.statusCode ?? 0, text: await text(response) };
}
