import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createModelFetch } from "./create-model-fetch.ts";

const server = createServer((request, response) => {
  if (request.url === "/hello") response.end("hello");
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("a model's fetch has a limit of its own for silence instead of Node's 5 minutes", async () => {
  const fetch = createModelFetch({ allowPrivate: true, silenceMs: 50 });
  await expect(fetch(`${url}/silent`)).rejects.toMatchObject({ cause: { code: "UND_ERR_HEADERS_TIMEOUT" } });
  expect(await (await fetch(`${url}/hello`)).text()).toBe("hello");
});

test("a model's fetch is guarded", async () => {
  const fetch = createModelFetch({ allowPrivate: false });
  await expect(fetch(`${url}/hello`)).rejects.toMatchObject({ code: "url_not_allowed" });
});
