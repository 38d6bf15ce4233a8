import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { createLinkAsker, type LinkAsker } from "./create-link-asker.ts";
import { createGuardedFetch } from "./guard-fetch.ts";

const signal = new AbortController().signal;
const limitMs = 120_000;

interface Seen {
  method: string;
  path: string;
  userAgent: string | undefined;
}

interface Site {
  url: string;
  seen: Seen[];
  /** The highest number of requests at the same time. */
  most(): number;
}

async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Site> {
  const seen: Seen[] = [];
  let open = 0;
  let most = 0;
  const server: Server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    seen.push({ method, path: url, userAgent: headers["user-agent"] });
    open += 1;
    most = Math.max(most, open);
    response.once("close", () => {
      open -= 1;
    });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, seen, most: () => most };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();

type Options = Partial<Parameters<typeof createLinkAsker>[0]> & { allowPrivate?: boolean };

/** With a resolver that knows no names. */
function open({ allowPrivate = true, ...options }: Options = {}): LinkAsker {
  const lookup = async (host: string) => {
    if (isIP(host) !== 0) return [{ address: host, family: 4 }];
    throw Object.assign(new Error("no such name"), {
      code: host.startsWith("slow") ? "EAI_AGAIN" : "ENOTFOUND",
    });
  };
  const fetch = createGuardedFetch({ allowPrivate, lookup });
  return createLinkAsker({ fetch, userAgent: "Copydesk/test", pauseMs: 1, ...options });
}

async function stateOf(asker: LinkAsker, url: string) {
  return (await asker.ask([url], { limitMs, signal })).get(url);
}

it("asks once with HEAD if that is answered, and identifies itself", async () => {
  const site = await serve((_, response) => status(200)(response));
  expect(await stateOf(open(), `${site.url}/a`)).toEqual({ kind: "alive" });
  expect(site.seen).toEqual([{ method: "HEAD", path: "/a", userAgent: "Copydesk/test" }]);
});

it("uses GET if a server does not support HEAD", async () => {
  const site = await serve(({ method }, response) => status(method === "HEAD" ? 404 : 200)(response));
  expect(await stateOf(open(), `${site.url}/a`)).toEqual({ kind: "alive" });
});

it.each([404, 410])(
  "an address is gone if %i is the answer to each of two GET requests in a row",
  async (code) => {
    const site = await serve((_, response) => status(code)(response));
    expect(await stateOf(open(), `${site.url}/a`)).toEqual({ kind: "gone", why: `answers ${code}` });
    expect(site.seen.map(({ method }) => method)).toEqual(["HEAD", "GET", "GET"]);
  },
);

it("an address that answers the second time is not gone", async () => {
  let gets = 0;
  const site = await serve(({ method }, response) => {
    if (method === "GET") gets += 1;
    status(gets === 2 ? 200 : 404)(response);
  });
  expect(await stateOf(open(), `${site.url}/a`)).toEqual({ kind: "alive" });
});

it.each([401, 403, 429, 500, 503])("%i proves nothing", async (code) => {
  const site = await serve((_, response) => status(code)(response));
  expect(await stateOf(open(), `${site.url}/a`)).toEqual({ kind: "unclear", why: `answers ${code}` });
});

it("a connection that ends, and a silent server, prove nothing", async () => {
  const rude = await serve((request) => request.socket.destroy());
  const silent = await serve(() => undefined);
  const asker = open({ answerMs: 50 });
  expect(await stateOf(asker, `${rude.url}/a`)).toEqual({ kind: "unclear", why: "gave no answer" });
  expect(await stateOf(asker, `${silent.url}/a`)).toEqual({ kind: "unclear", why: "gave no answer" });
});

it("follows redirects and reports where they lead if that is gone", async () => {
  const site = await serve(({ url }, response) =>
    url === "/old"
      ? status(301, { location: "/new" })(response)
      : status(url === "/new" ? 404 : 302, { location: "/on" })(response),
  );
  expect(await stateOf(open(), `${site.url}/old`)).toEqual({
    kind: "gone",
    why: `leads to ${site.url}/new, which answers 404`,
  });
  expect(await stateOf(open(), `${site.url}/on`)).toMatchObject({ kind: "unclear" });
});

it("contacts no private address, not even by a redirect", async () => {
  const inside = await serve((_, response) => status(404)(response));
  expect(await stateOf(open({ allowPrivate: false }), `${inside.url}/a`)).toEqual({
    kind: "unclear",
    why: "may not be contacted",
  });
  const outside = await serve((_, response) =>
    status(302, { location: "http://169.254.169.254/x" })(response),
  );
  expect(await stateOf(open(), `${outside.url}/a`)).toEqual({
    kind: "unclear",
    why: "leads to http://169.254.169.254/x, which may not be contacted",
  });
  expect(inside.seen).toEqual([]);
});

it("an unresolved name is gone only if something else answers", async () => {
  const site = await serve((_, response) => status(200)(response));
  const urls = ["http://gone.docs-of.dev/a", "http://slow.docs-of.dev/b"];
  const alone = await open().ask(urls, { limitMs, signal });
  expect([...alone.values()].map(({ kind }) => kind)).toEqual(["unclear", "unclear"]);
  const beside = await open().ask([...urls, `${site.url}/c`], { limitMs, signal });
  expect(urls.map((url) => beside.get(url)?.kind)).toEqual(["gone", "unclear"]);
});

it("makes one request at a time to a host, for all callers together", async () => {
  const site = await serve((_, response) => setTimeout(() => status(200)(response), 5));
  const asker = open();
  const paths = Array.from({ length: 6 }, (_, at) => `${site.url}/${at}`);
  await Promise.all(paths.map((path) => asker.ask([path], { limitMs, signal })));
  expect(site.seen).toHaveLength(6);
  expect(site.most()).toBe(1);
});

it("waits as long as a server asks for, and stops asking one that wants a long rest", async () => {
  let count = 0;
  const busy = await serve((_, response) => {
    count += 1;
    status(count === 1 ? 429 : 200, { "retry-after": "1" })(response);
  });
  const start = Date.now();
  expect(await stateOf(open(), `${busy.url}/a`)).toEqual({ kind: "alive" });
  expect(Date.now() - start).toBeGreaterThanOrEqual(990);
  const closed = await serve((_, response) => status(503, { "retry-after": "3600" })(response));
  const states = await open().ask([`${closed.url}/a`, `${closed.url}/b`], { limitMs, signal });
  expect([...states.values()].map(({ kind }) => kind)).toEqual(["unclear", "unclear"]);
  expect(closed.seen).toHaveLength(1);
});

it("remembers certain results for the next run, and asks again about the rest", async () => {
  const site = await serve(({ url }, response) =>
    status(url === "/a" ? 200 : url === "/b" ? 404 : 500)(response),
  );
  const asker = open();
  const urls = ["a", "b", "c"].map((name) => `${site.url}/${name}`);
  const first = await asker.ask(urls, { limitMs, signal });
  site.seen.length = 0;
  expect(await asker.ask(urls, { limitMs, signal })).toEqual(first);
  expect(new Set(site.seen.map(({ path }) => path))).toEqual(new Set(["/c"]));
});

it("ends after its time limit, with the results so far", async () => {
  const site = await serve(({ url }, response) => {
    if (url !== "/slow") status(200)(response);
  });
  const silent = await serve(() => undefined);
  const late = `${silent.url}/slow`;
  const states = await open().ask([`${site.url}/a`, late], { limitMs: 500, signal });
  expect(states.get(late)).toEqual({ kind: "unclear", why: "was not asked in time" });
});

it("ends with its signal", async () => {
  const site = await serve(() => undefined);
  const stop = new AbortController();
  const asked = open().ask([`${site.url}/a`], { limitMs, signal: stop.signal });
  await expect.poll(() => site.seen.length).toBe(1);
  stop.abort(new Error("enough"));
  await expect(asked).rejects.toThrow("enough");
});
