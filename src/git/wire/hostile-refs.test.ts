import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  expectClean,
  limits,
  listFrom,
  old,
  password,
  startHostileServer,
  typeOf,
  writeForEver,
} from "../../../test/helpers/hostile-git-server.ts";
import { openRemote } from "../remote/open-remote.ts";
import { listRefs } from "./list-refs.ts";
import { flushPacket, packetOf } from "./packets.ts";

describe("a hostile server, asked for its refs", () => {
  it.each<[string, Buffer, RegExp]>([
    ["refs without an end", packetOf(`${old} refs/heads/other\n`), /more than Copydesk accepts/],
    ["empty packets without an end", Buffer.from("0004"), /protocol error/],
    [
      "capabilities without an end",
      Buffer.from("000eversion 2\n0007x=y".repeat(100)),
      /more than Copydesk accepts/,
    ],
    ["a packet of no length", Buffer.from("0003"), /bad line length/],
    ["a packet that is too long", Buffer.from("fffffffffff"), /bad line length/],
    ["escapes and NULs", packetOf("ERR \x1b[31mHa\0ha\r\nha\x07"), /remote error: .*Ha/],
    ["something else than refs", packetOf("\0\0\0\n"), /protocol error/],
  ])("is abandoned if it sends %s", async (_, chunk, words) => {
    const server = await startHostileServer((_request, response) => {
      response.writeHead(200, typeOf("upload-pack", "advertisement"));
      writeForEver(response, Buffer.concat(Array(100).fill(chunk)));
    });
    expectClean(await listFrom(server), words);
    // In addition to what the sockets hold.
    expect(server.sent.bytes).toBeLessThan(20e6);
  });

  it.each<[string, Answer, RegExp]>([
    ["ends within a packet", (_, response) => void response.end("00ff abc"), /hung up/],
    ["ends without a word", (_, response) => void response.end(), /hung up/],
    [
      "breaks the connection",
      (_, response) => {
        response.write("00");
        setImmediate(() => response.destroy());
      },
      /unable to access/,
    ],
    [
      "compresses its answer",
      (_, response) => void response.end(gzipSync(Buffer.alloc(50e6))),
      /compressed|bad line length/,
    ],
  ])("%s", async (what, answer, words) => {
    const server = await startHostileServer((request, response) => {
      const encoding = what.startsWith("compress") ? { "content-encoding": "gzip" } : {};
      response.writeHead(200, { ...typeOf("upload-pack", "advertisement"), ...encoding });
      answer(request, response);
    });
    expectClean(await listFrom(server), words);
  });

  it("is not waited for beyond the silence limit if it sends nothing", async () => {
    const server = await startHostileServer(() => {});
    expectClean(await listFrom(server, { silenceMs: 300 }), /Timeout/);
  });

  it("is not waited for beyond the total limit if it sends a byte now and then", async () => {
    const server = await startHostileServer((_request, response) => {
      response.writeHead(200, typeOf("upload-pack", "advertisement"));
      const timer = setInterval(() => response.write("1"), 20);
      response.on("close", () => clearInterval(timer));
    });
    expectClean(await listFrom(server, { totalMs: 500 }), /did not answer in time/);
  });

  it("is abandoned at once if the job is cancelled", async () => {
    const server = await startHostileServer(() => {});
    const cancel = new AbortController();
    const remote = await openRemote(server.options);
    const request = { wanted: "HEAD", take: () => {}, ...limits, signal: cancel.signal };
    const listing = listRefs(server.options, remote, request);
    cancel.abort(new Error("cancelled"));
    await expect(listing).rejects.toThrow("cancelled");
  });

  it.each([301, 302, 303, 307, 308])("may redirect with %i, which is not followed", async (status) => {
    const other = await startHostileServer((_request, response) => void response.end());
    const server = await startHostileServer((_request, response) => {
      const { repository } = other.options;
      const location = repository.kind === "url" ? repository.url : "";
      response.writeHead(status, { location }).end();
    });
    expectClean(await listFrom(server), /moved: give its new URL/);
    expect(other.sent.requests).toBe(0);
  });

  it.each([
    [401, /returned error: 401.*refused the access token/],
    [404, /x\.git' not found/],
    [429, /returned error: 429/],
    [500, /returned error: 500/],
    [503, /returned error: 503/],
  ])("may answer %i with endless text", async (status, words) => {
    const server = await startHostileServer((_request, response) => {
      const realm = { "www-authenticate": 'Basic realm="somewhere else"', "content-type": "text/plain" };
      response.writeHead(status, realm);
      writeForEver(response, Buffer.from(`Nein \x1b[31m${password}\n`.repeat(100)));
    });
    const error = await listFrom(server);
    expectClean(error, words);
    expect(error.message).toContain("Nein [redacted]");
    expect(error.details.needsCredentials).toBe(status === 401);
    expect(server.sent.requests).toBe(1);
  });

  it("may send endless headers", async () => {
    const server = await startHostileServer((_request, response) => {
      response.socket!.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1e6)}`);
    });
    expectClean(await listFrom(server), /unable to access/);
  });

  it("may be a web page for people", async () => {
    const server = await startHostileServer((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      writeForEver(response, Buffer.from("<p>Hello</p>".repeat(1_000)));
    });
    expectClean(await listFrom(server), /is this a git repository/);
  });

  it("may list forbidden branch names, which are not repeated", async () => {
    const names = [
      "refs/heads/ok",
      "refs/heads/\x1b[2J",
      "refs/heads/a b",
      "refs/heads/x\0y",
      "refs/heads/ü",
    ];
    const server = await startHostileServer((request, response) => {
      if (request.method === "GET") {
        response.writeHead(200, typeOf("upload-pack", "advertisement"));
        return void response.end(
          Buffer.concat([packetOf("version 2\n"), packetOf("ls-refs\n"), flushPacket]),
        );
      }
      response.writeHead(200, typeOf("upload-pack", "result"));
      response.end(Buffer.concat([...names.map((name) => packetOf(`${old} ${name}\n`)), flushPacket]));
    });
    const seen: string[] = [];
    const request = { wanted: "refs/heads/", take: (name: string) => void seen.push(name), ...limits };
    const listing = listRefs(server.options, await openRemote(server.options), request);
    // A space ends the name, and what follows is not a known word.
    expect(await listing).toBeNull();
    expect(seen).toEqual(["refs/heads/ok", "refs/heads/a", "refs/heads/ü"]);
  });
});
