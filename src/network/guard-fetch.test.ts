import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createGuardedFetch } from "./guard-fetch.ts";

let requests = 0;
const server = createServer((request, response) => {
  requests += 1;
  if (request.url === "/silence") return;
  if (request.url === "/away") response.writeHead(302, { location: "/" });
  response.end("hello");
});
let url: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

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

  test("connects to the checked address, whatever the resolver says later", async () => {
    const asked: string[] = [];
    const answers = [["127.0.0.1"], ["169.254.169.254"]];
    const lookup = async (host: string) => {
      asked.push(host);
      return (answers.shift() ?? []).map((address) => ({ address, family: 4 }));
    };
    const guarded = createGuardedFetch({ allowPrivate: true, lookup });
    const { port } = new URL(url);
    expect(await (await guarded(`http://rebinding.test:${port}/`)).text()).toBe("hello");
    expect(asked).toEqual(["rebinding.test"]);
    const other = createGuardedFetch({ allowPrivate: true, lookup });
    await expect(other(`http://rebinding.test:${port}/`)).rejects.toMatchObject({ code: "url_not_allowed" });
  });

  test("has its own limit for silence instead of Node's 5 minutes", async () => {
    const impatient = createGuardedFetch({ allowPrivate: true, silenceMs: 1 });
    await expect(impatient(`${url}/silence`)).rejects.toThrow();
    const patient = createGuardedFetch({ allowPrivate: true, silenceMs: 0 });
    const controller = new AbortController();
    const waiting = patient(`${url}/silence`, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("enough")), 1_500);
    await expect(waiting).rejects.toThrow("enough");
  });
});
