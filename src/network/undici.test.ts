import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { listen, portOf, startConnectProxy } from "../../test/helpers/company-network.ts";

// A process of its own: in this one, something else may have loaded the whole package.
test("a process that loaded nothing else of the package reaches a server through a proxy", async () => {
  const target = await listen(createServer((_request, response) => response.end("hello")));
  const connected: string[] = [];
  const proxy = await startConnectProxy(target, { login: "a:b", connected });
  onTestFinished(() => void [target, proxy].map((server) => server.close()));
  const program = `
    const { createGuardedFetch } = await import(${JSON.stringify(new URL("guard-fetch.ts", import.meta.url).href)});
    const lookup = async () => [{ address: "127.0.0.1", family: 4 }];
    const proxies = { http: process.argv[1], https: process.argv[1], direct: [] };
    const ask = createGuardedFetch({ allowPrivate: true, lookup, proxies });
    process.stdout.write(await (await ask("http://docs.test/")).text());
    process.exit();`;
  const address = `http://a:b@127.0.0.1:${portOf(proxy)}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--eval", program, address]);
  expect([stdout, connected]).toEqual(["hello", ["docs.test:80"]]);
});
