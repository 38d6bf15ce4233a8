import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedFetch } from "./guard-fetch.ts";

let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  if (request.url === "/away") response.writeHead(302, { location: "/" });
  response.end("hello");
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

describe("a guarded fetch", () => {
  test("contacts no private address unless the operator allows it", async () => {
    const guarded = createGuardedFetch({ allowPrivate: false });
    await expect(guarded(url)).rejects.toMatchObject({ code: "url_not_allowed" });
    expect(requests).toBe(0);
    const permitted = createGuardedFetch({ allowPrivate: true });
    expect(await (await permitted(new URL(url))).text()).toBe("hello");
  });

  test("follows no redirect", async () => {
    const permitted = createGuardedFetch({ allowPrivate: true });
    await expect(permitted(`${url}/away`)).rejects.toThrow();
  });

  test.each(["http://169.254.169.254/", "http://[fe80::1]/"])("never contacts %s", async (address) => {
    const permitted = createGuardedFetch({ allowPrivate: true });
    await expect(permitted(address)).rejects.toMatchObject({ code: "url_not_allowed" });
  });
});
