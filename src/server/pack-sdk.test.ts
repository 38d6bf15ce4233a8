import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../test/helpers/test-server.ts";
import { packSdk } from "./pack-sdk.ts";

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "copydesk-sdk-"));
  server = await startTestServer({ basePath: "/docs-bot" });
});

afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

test("the package has the same bytes wherever and whenever it is packed, and others for another version", async () => {
  const here = await packSdk();
  const copy = join(folder, "copy");
  await cp(join(import.meta.dirname, "../../sdk"), copy, { recursive: true });
  await utimes(join(copy, "README.md"), new Date(), new Date());
  expect((await packSdk(copy)).bytes.equals(here.bytes)).toBe(true);
  await writeFile(join(copy, "README.md"), "Another.\n");
  expect((await packSdk(copy)).etag).not.toBe(here.etag);
});

test("the service serves it below its path, without a key, and not again to clients that have it", async () => {
  const { bytes, etag, fileName } = await packSdk();
  for (const path of ["/sdk.tgz", "/docs-bot/sdk.tgz"]) {
    const response = await fetch(server.url + path, { headers: { "accept-encoding": "gzip, br" } });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ "content-type": "application/gzip", "content-length": String(bytes.length), etag },
      ...{ "cache-control": "no-cache", "content-disposition": `attachment; filename="${fileName}"` },
    });
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }
  const again = await fetch(`${server.url}/sdk.tgz`, { headers: { "if-none-match": etag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("tar reads it: the manifest, license, README and the built files", async () => {
  const file = join(folder, "sdk.tgz");
  await writeFile(file, (await packSdk()).bytes);
  const { stdout } = await promisify(execFile)("tar", ["-tzf", file]);
  expect(stdout.trim().split("\n")).toEqual(
    ["package.json", "LICENSE", "README.md", "dist/index.cjs"]
      .concat(["dist/index.d.cts", "dist/index.d.ts", "dist/index.js"])
      .map((name) => `package/${name}`),
  );
});
