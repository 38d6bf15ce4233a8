import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { withPassword } from "../../../test/helpers/git-access.ts";
import { useCleanups } from "../../../test/helpers/use-cleanups.ts";
import type { AppError } from "../../errors.ts";
import { openRemote, type RemoteOptions } from "../open-remote.ts";
import { parseRepository } from "../parse-repository.ts";
import { pushFailure, readPushResult } from "../push-outcome.ts";
import { ConversationFailed } from "./conversation.ts";
import { listRefs } from "./list-refs.ts";
import { flushPacket, packetOf } from "./packets.ts";
import { pushRef } from "./push-ref.ts";
import { writePack } from "./write-pack.ts";

const { cleanups } = useCleanups();
const password = "s3cret-t0ken-of-the-project";
const commit = "c".repeat(40);
const old = "a".repeat(40);
const branch = "copydesk/job1";
const ref = `refs/heads/${branch}`;
const limits = { totalMs: 60_000, silenceMs: 60_000, bytesMax: 300_000 };

interface HostileServer {
  options: RemoteOptions;
  sent: { bytes: number; authorizations: (string | undefined)[]; requests: number };
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function serve(answer: Answer): Promise<HostileServer> {
  const sent: HostileServer["sent"] = { bytes: 0, authorizations: [], requests: 0 };
  const server = createServer((request, response) => {
    sent.requests += 1;
    sent.authorizations.push(request.headers.authorization);
    const write = response.write.bind(response) as (chunk: Buffer) => boolean;
    response.write = ((chunk: Buffer) => {
      sent.bytes += chunk.length;
      return write(chunk);
    }) as ServerResponse["write"];
    response.on("error", () => {});
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const repository = parseRepository(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`);
  return { options: { repository, allowPrivateAddresses: true, access: withPassword(password) }, sent };
}

/** Goes on for as long as somebody reads. */
function writeForEver(response: ServerResponse, chunk: Buffer): void {
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on("drain", more);
  more();
}

const typeOf = (service: string, kind: string) => ({
  "content-type": `application/x-git-${service}-${kind}`,
});

async function list({ options }: HostileServer, more: Partial<typeof limits> = {}): Promise<AppError> {
  const request = { wanted: "refs/heads/main", take: () => {}, ...limits, ...more };
  return await listRefs(options, await openRemote(options), request).then(
    () => expect.fail("it was listed"),
    (error: AppError) => error,
  );
}

async function push({ options }: HostileServer, more: Partial<typeof limits> = {}): Promise<AppError> {
  const pack = async () => writePack(new Map([[commit, { type: "blob", bytes: Buffer.from("x") }]]));
  const update = { ref, expected: null, next: commit, pack };
  const pushing = pushRef(options, await openRemote(options), { ...limits, ...more }, update).then(
    (outcome) => readPushResult({ ...options, branch }, outcome),
    (error) => {
      throw error instanceof ConversationFailed ? pushFailure({ ...options, branch }, error) : error;
    },
  );
  return await pushing.then(
    () => expect.fail("it was pushed"),
    (error: AppError) => error,
  );
}

function expectClean({ code, message }: AppError, words: RegExp): void {
  const isTooMuch = words.source.includes("more than Copydesk takes in");
  expect({ code, message }).toEqual({
    code: isTooMuch ? "repository_too_large" : "repository_unreachable",
    message: expect.stringMatching(words),
  });
  expect(message.length).toBeLessThan(1_600);
  expect(message).not.toMatch(/\p{Cc}/u);
  expect(message).not.toContain(password);
}

const capabilities = "report-status side-band-64k delete-refs object-format=sha1";
const advertised = Buffer.concat([packetOf(`${old} refs/heads/main\0${capabilities}\n`), flushPacket]);
const greet =
  (answer: Answer): Answer =>
  (request, response) => {
    if (request.method === "POST") return answer(request, response);
    response.writeHead(200, typeOf("receive-pack", "advertisement")).end(advertised);
  };
const band = (number: number, text: string | Buffer) =>
  packetOf(`${String.fromCharCode(number)}${text.toString("latin1")}`);

describe("a hostile server, asked for its refs", () => {
  it.each<[string, Buffer, RegExp]>([
    ["refs without an end", packetOf(`${old} refs/heads/other\n`), /more than Copydesk takes in/],
    ["empty packets without an end", Buffer.from("0004"), /protocol error/],
    [
      "capabilities without an end",
      Buffer.from("000eversion 2\n0007x=y".repeat(100)),
      /more than Copydesk takes in/,
    ],
    ["a packet of no length", Buffer.from("0003"), /bad line length/],
    ["a packet that is too long", Buffer.from("fffffffffff"), /bad line length/],
    ["escapes and NULs", packetOf("ERR \x1b[31mHa\0ha\r\nha\x07"), /remote error: .*Ha/],
    ["something else than refs", packetOf("\0\0\0\n"), /protocol error/],
  ])("sends %s and is left", async (_, chunk, words) => {
    const server = await serve((_request, response) => {
      response.writeHead(200, typeOf("upload-pack", "advertisement"));
      writeForEver(response, Buffer.concat(Array(100).fill(chunk)));
    });
    expectClean(await list(server), words);
    // What the sockets hold at most comes on top.
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
    const server = await serve((request, response) => {
      const encoding = what.startsWith("compress") ? { "content-encoding": "gzip" } : {};
      response.writeHead(200, { ...typeOf("upload-pack", "advertisement"), ...encoding });
      answer(request, response);
    });
    expectClean(await list(server), words);
  });

  it("says nothing at all, and is not waited for any longer than it may be silent", async () => {
    const server = await serve(() => {});
    expectClean(await list(server, { silenceMs: 300 }), /Timeout/);
  });

  it("sends a byte now and then, and is not waited for any longer than all may take", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, typeOf("upload-pack", "advertisement"));
      const timer = setInterval(() => response.write("1"), 20);
      response.on("close", () => clearInterval(timer));
    });
    expectClean(await list(server, { totalMs: 500 }), /did not answer in time/);
  });

  it("is left at once when the job is cancelled", async () => {
    const server = await serve(() => {});
    const cancel = new AbortController();
    const remote = await openRemote(server.options);
    const request = { wanted: "HEAD", take: () => {}, ...limits, signal: cancel.signal };
    const listing = listRefs(server.options, remote, request);
    cancel.abort(new Error("cancelled"));
    await expect(listing).rejects.toThrow("cancelled");
  });

  it.each([301, 302, 303, 307, 308])("redirects by %i, which is not followed", async (status) => {
    const other = await serve((_request, response) => void response.end());
    const server = await serve((_request, response) => {
      const { repository } = other.options;
      const location = repository.kind === "url" ? repository.url : "";
      response.writeHead(status, { location }).end();
    });
    expectClean(await list(server), /moved: give its new URL/);
    expect(other.sent.requests).toBe(0);
  });

  it.each([
    [401, /returned error: 401.*refused the access token/],
    [404, /x\.git' not found/],
    [429, /returned error: 429/],
    [500, /returned error: 500/],
    [503, /returned error: 503/],
  ])("says %i with words that do not end", async (status, words) => {
    const server = await serve((_request, response) => {
      const realm = { "www-authenticate": 'Basic realm="somewhere else"', "content-type": "text/plain" };
      response.writeHead(status, realm);
      writeForEver(response, Buffer.from(`Nein \x1b[31m${password}\n`.repeat(100)));
    });
    const error = await list(server);
    expectClean(error, words);
    expect(error.message).toContain("Nein [redacted]");
    expect(error.details.needsCredentials).toBe(status === 401);
    expect(server.sent.requests).toBe(1);
  });

  it("has headers without an end", async () => {
    const server = await serve((_request, response) => {
      response.socket!.write(`HTTP/1.1 200 OK\r\nx: ${"y".repeat(1e6)}`);
    });
    expectClean(await list(server), /unable to access/);
  });

  it("is a page for people", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(200, { "content-type": "text/html" });
      writeForEver(response, Buffer.from("<p>Hello</p>".repeat(1_000)));
    });
    expectClean(await list(server), /is this a git repository/);
  });

  it("names branches as nobody may, which are not repeated", async () => {
    const names = [
      "refs/heads/ok",
      "refs/heads/\x1b[2J",
      "refs/heads/a b",
      "refs/heads/x\0y",
      "refs/heads/ü",
    ];
    const server = await serve((request, response) => {
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
    // A space ends the name, and what follows is none of the words that are known.
    expect(await listing).toBeNull();
    expect(seen).toEqual(["refs/heads/ok", "refs/heads/a", "refs/heads/ü"]);
  });
});

describe("a hostile server, pushed to", () => {
  it.each<[string, Buffer, RegExp]>([
    ["words without an end", band(2, "Wait ... ".repeat(1_000)), /more than Copydesk takes in/],
    ["a report without an end", band(1, packetOf("ok refs/heads/other\n")), /more than Copydesk takes in/],
    ["a band that nobody knows", band(9, "x"), /bad band/],
    ["an error", band(3, "\x1b[1mfatal: no\0pe\n"), /no.?pe/],
    ["marks only", Buffer.from("0001"), /protocol error/],
  ])("sends %s and is left", async (_, chunk, words) => {
    const server = await serve(
      greet((_request, response) => {
        response.writeHead(200, typeOf("receive-pack", "result"));
        writeForEver(response, chunk);
      }),
    );
    expectClean(await push(server), words);
    expect(server.sent.bytes).toBeLessThan(20e6);
  });

  it("loses the answer", async () => {
    const server = await serve(greet((_request, response) => void response.destroy()));
    expectClean(await push(server), /unable to access/);
  });

  it("does not say what became of the branch", async () => {
    const report = Buffer.concat([packetOf("unpack ok\n"), packetOf(`ok ${ref}x\n`), flushPacket]);
    const server = await serve(
      greet((_request, response) => {
        response.writeHead(200, typeOf("receive-pack", "result"));
        response.end(Buffer.concat([band(1, report), flushPacket]));
      }),
    );
    expect(await push(server)).toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("failed to report status"),
    });
  });

  it("repeats the password and paints, in its reason and beside it", async () => {
    const said = `ng ${ref} \x1b[31mno ${password}\0${"long ".repeat(1_000)}\n`;
    const report = Buffer.concat([packetOf("unpack ok\n"), packetOf(said), flushPacket]);
    const server = await serve(
      greet((_request, response) => {
        response.writeHead(200, typeOf("receive-pack", "result"));
        const words = band(2, `\x1b]0;title\x07${Buffer.from(`x:${password}`).toString("base64")}\n`);
        response.end(Buffer.concat([words, band(1, report), flushPacket]));
      }),
    );
    const { code, message } = await push(server);
    expect(code).toBe("push_rejected");
    expect(message).toContain("no [redacted]");
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message).not.toMatch(/s3cret|czNjcmV0/);
    expect(message.length).toBeLessThan(1_600);
  });

  it("takes nothing of what it is sent", async () => {
    const server = await serve(
      greet((request, response) => {
        request.pause();
        response.writeHead(413, { connection: "close" }).end();
      }),
    );
    expect(await push(server)).toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("too large for the host"),
    });
  });

  it("lets nobody write", async () => {
    const server = await serve((_request, response) => {
      response.writeHead(403, { "content-type": "text/plain" }).end("You may only read.\n");
    });
    expect(await push(server)).toMatchObject({
      ...{ code: "push_rejected", details: { forbidden: true } },
      message: expect.stringContaining("You may only read"),
    });
  });
});
