import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  scriptedKey,
  startScriptedProvider,
} from "../../../test/helpers/scripted-models/start-scripted-provider.ts";
import { createGuardedFetch } from "../../network/guard-fetch.ts";
import { listedModel } from "../../schemas/listed-model.ts";
import { type Provider, type ProviderSettings, providerNames } from "../../schemas/providers.ts";
import { createModelList, type ModelListDeps } from "./create-model-list.ts";
import { prices } from "./prices.ts";

const open: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const thing of open.splice(0)) await thing.close();
});

function list(settings: ProviderSettings, options: Partial<ModelListDeps> = {}) {
  const fetch = createGuardedFetch({ allowPrivate: true });
  return createModelList({ fetch, prices, ...settings, ...options });
}

async function serveRaw(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(String(request.url));
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  open.push({ close });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close };
}

function settingsFor(provider: Provider, url: string): ProviderSettings {
  const apiKey = "k";
  return {
    anthropic: { anthropicBaseUrl: url, anthropicApiKey: apiKey },
    openai: { openaiBaseUrl: url, openaiApiKey: apiKey },
    google: { googleBaseUrl: url, googleApiKey: apiKey },
    "openai-compatible": { openaiCompatibleBaseUrl: `${url}/v1`, openaiCompatibleApiKey: apiKey },
  }[provider];
}

const names: Record<Provider, string[]> = {
  anthropic: ["claude-sonnet-4-5", "m"],
  openai: ["gpt-5", "m"],
  google: ["gemini-2.5-pro"],
  "openai-compatible": ["m"],
};

const unset = {
  anthropic: "ANTHROPIC_API_KEY is not set",
  openai: "OPENAI_API_KEY is not set",
  google: "GOOGLE_API_KEY is not set",
  "openai-compatible": "OPENAI_COMPATIBLE_BASE_URL is not set",
};

describe("the list of models", () => {
  it("says what is missing for every provider that is not configured", async () => {
    expect(await list({})("copydesk/chores")).toEqual([
      {
        ...{ id: "copydesk/chores", provider: "copydesk", available: true, reason: null, isDefault: true },
        price: { input: 0, cachedInput: 0, output: 0 },
      },
      ...providerNames.map((provider) => ({
        ...{ id: `${provider}/*`, provider, available: false, reason: unset[provider] },
        ...{ isDefault: false, price: null },
      })),
    ]);
  });

  it.each(providerNames)("has the models that %s lists", async (provider) => {
    const server = await startScriptedProvider(provider, () => ({}));
    open.push(server);
    const models = await list(server.settings)("copydesk/chores");
    const own = models.filter((model) => model.provider === provider);
    expect(own.map(({ id }) => id)).toEqual(names[provider].map((name) => `${provider}/${name}`));
    expect(own.every(({ available, reason }) => available && reason === null)).toBe(true);
    for (const model of models) expect(listedModel.parse(model)).toEqual(model);
  });

  it("includes known prices", async () => {
    const server = await startScriptedProvider("anthropic", () => ({}));
    open.push(server);
    const models = await list(server.settings)("anthropic/m");
    expect(models.find(({ id }) => id === "anthropic/claude-sonnet-4-5")?.price).toMatchObject({ input: 3 });
    expect(models.find(({ id }) => id === "anthropic/m")).toMatchObject({ price: null, isDefault: true });
  });

  it.each(providerNames)("reports in the words of %s that the key is wrong", async (provider) => {
    const server = await startScriptedProvider(provider, () => ({}));
    open.push(server);
    const settings = Object.fromEntries(
      Object.entries(server.settings).map(([name, value]) => [name, value === scriptedKey ? "wrong" : value]),
    );
    const models = await list(settings)("copydesk/chores");
    expect(models.filter((model) => model.provider === provider)).toEqual([
      expect.objectContaining({
        id: `${provider}/*`,
        available: false,
        reason: expect.stringMatching(
          /^The provider could not be asked for its models: it answered 40[01]: \w/,
        ),
      }),
    ]);
    expect(JSON.stringify(models)).not.toContain("sk-wrong");
  });

  const broken: [
    title: string,
    answer: (request: IncomingMessage, response: ServerResponse) => void,
    reason: RegExp,
  ][] = [
    ["is silent", () => undefined, /: it did not respond within 0\.1 s$/],
    [
      "cuts the connection",
      (request) => void request.socket.destroy(),
      /: (other side closed|read ECONNRESET)$/,
    ],
    [
      "answers a page",
      (_request, response) => void response.end("<html>"),
      /: its response is not a list of models$/,
    ],
    [
      "answers something else",
      (_request, response) => void response.end('{"data":7}'),
      /: its response is not a list/,
    ],
    [
      "breaks",
      (_request, response) => void response.writeHead(502).end("<html>"),
      /: it answered 502: Bad Gateway$/,
    ],
    [
      "sends elsewhere",
      (_request, response) => void response.writeHead(302, { location: "/" }).end(),
      /: unexpected redirect$/,
    ],
  ];

  it.each(
    broken.flatMap(([title, answer, reason]) =>
      providerNames.map((provider) => ({ provider, title, answer, reason })),
    ),
  )("goes on without $provider when it $title", async ({ provider, title, answer, reason }) => {
    const server = await serveRaw(answer);
    const answerMs = title === "is silent" ? 100 : 60_000;
    const models = await list(settingsFor(provider, server.url), { answerMs })("copydesk/chores");
    expect(models).toHaveLength(1 + providerNames.length);
    expect(models.find((model) => model.provider === provider)).toMatchObject({
      ...{ id: `${provider}/*`, available: false },
      reason: expect.stringMatching(reason),
    });
  });

  it("reports that nothing listens at an address, and that an address may not be contacted", async () => {
    const server = await serveRaw(() => undefined);
    await server.close();
    const settings = settingsFor("openai-compatible", server.url);
    const [gone] = (await list(settings)("x/y")).filter(({ provider }) => provider === "openai-compatible");
    expect(gone?.reason).toMatch(/ECONNREFUSED/);
    const fetch = createGuardedFetch({ allowPrivate: false });
    const [refused] = (await list(settings, { fetch })("x/y")).filter(
      ({ provider }) => provider === "openai-compatible",
    );
    expect(refused?.reason).toMatch(/COPYDESK_ALLOW_PRIVATE_ADDRESSES/);
  });

  const answerList =
    (...ids: string[]) =>
    (_request: IncomingMessage, response: ServerResponse) =>
      void response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));

  it.each([
    ["is listed", "openai-compatible/a", true, null],
    ["leads to a snapshot that is listed", "openai-compatible/b", true, null],
    ["is not listed", "openai-compatible/c", false, "The provider does not list this model."],
    [
      "belongs to a provider that is not configured",
      "anthropic/claude",
      false,
      "ANTHROPIC_API_KEY is not set",
    ],
    ["belongs to nobody", "nope/x", false, "There is no such model."],
  ])("lists the default model once if it %s", async (_title, id, available, reason) => {
    const server = await serveRaw(answerList("a", "b-20250929", "c-mini"));
    const models = await list(settingsFor("openai-compatible", server.url))(id);
    expect(models.filter((model) => model.id === id)).toMatchObject([{ available, reason, isDefault: true }]);
    expect(models.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("leaves out OpenAI's models for other purposes", async () => {
    const server = await serveRaw(
      answerList("gpt-5", "whisper-1", "text-embedding-3-small", "gpt-4o-realtime-preview"),
    );
    const models = await list(settingsFor("openai", server.url))("copydesk/chores");
    expect(models.filter(({ provider }) => provider === "openai").map(({ id }) => id)).toEqual([
      "openai/gpt-5",
    ]);
  });

  it("asks again after a minute, not before, and once for several callers", async () => {
    const server = await serveRaw(answerList("a"));
    let now = 0;
    const models = list(settingsFor("openai-compatible", server.url), { now: () => now });
    await Promise.all([models("copydesk/chores"), models("openai-compatible/a")]);
    now = 59_999;
    await models("copydesk/chores");
    expect(server.requests).toEqual(["/v1/models"]);
    now = 60_000;
    await models("copydesk/chores");
    expect(server.requests).toHaveLength(2);
  });
});

it("lists only valid names that the lists of the service and of the project allow", async () => {
  const { url } = await serveRaw((_request, response) => {
    const data = ["gpt-a", "gpt-b", "gpt-c", "../admin?x=", "gpt-a b"].map((id) => ({ id }));
    response.end(JSON.stringify({ data }));
  });
  const models = ["openai/gpt-*", "copydesk/chores"];
  const listed = list(settingsFor("openai", url), { models });
  const usable = async (...given: Parameters<typeof listed>) =>
    (await listed(...given)).filter(({ available }) => available).map(({ id }) => id);
  expect(await usable("copydesk/chores")).toEqual([
    ...["copydesk/chores", "openai/gpt-a", "openai/gpt-b", "openai/gpt-c"],
  ]);
  expect(await usable("openai/gpt-b", ["openai/gpt-b"])).toEqual(["openai/gpt-b"]);
  const refused = (await listed("copydesk/chores", ["openai/gpt-b"])).find(({ isDefault }) => isDefault);
  expect(refused).toMatchObject({
    id: "copydesk/chores",
    available: false,
    reason: expect.stringMatching(/not among/),
  });
});
