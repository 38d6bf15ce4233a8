import { describe, expect, it } from "vitest";
import {
  band,
  expectClean,
  greet,
  password,
  pushTo,
  ref,
  startHostileServer,
  typeOf,
  writeForEver,
} from "../../../test/helpers/hostile-git-server.ts";
import { flushPacket, packetOf } from "./packets.ts";

describe("a hostile server, pushed to", () => {
  it.each<[string, Buffer, RegExp]>([
    ["words without an end", band(2, "Wait ... ".repeat(1_000)), /more than Copydesk accepts/],
    ["a report without an end", band(1, packetOf("ok refs/heads/other\n")), /more than Copydesk accepts/],
    ["a band that nobody knows", band(9, "x"), /bad band/],
    ["an error", band(3, "\x1b[1mfatal: no\0pe\n"), /no.?pe/],
    ["marks only", Buffer.from("0001"), /protocol error/],
  ])("is abandoned if it sends %s", async (_, chunk, words) => {
    const server = await startHostileServer(
      greet((_request, response) => {
        response.writeHead(200, typeOf("receive-pack", "result"));
        writeForEver(response, chunk);
      }),
    );
    expectClean(await pushTo(server), words);
    expect(server.sent.bytes).toBeLessThan(20e6);
  });

  it("may lose the answer", async () => {
    const server = await startHostileServer(greet((_request, response) => void response.destroy()));
    expectClean(await pushTo(server), /unable to access/);
  });

  it("may not report what became of the branch", async () => {
    const report = Buffer.concat([packetOf("unpack ok\n"), packetOf(`ok ${ref}x\n`), flushPacket]);
    const server = await startHostileServer(
      greet((_request, response) => {
        response.writeHead(200, typeOf("receive-pack", "result"));
        response.end(Buffer.concat([band(1, report), flushPacket]));
      }),
    );
    expect(await pushTo(server)).toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("failed to report status"),
    });
  });

  it("may repeat the password and use colours, in its reason and beside it", async () => {
    const said = `ng ${ref} \x1b[31mno ${password}\0${"long ".repeat(1_000)}\n`;
    const report = Buffer.concat([packetOf("unpack ok\n"), packetOf(said), flushPacket]);
    const server = await startHostileServer(
      greet((_request, response) => {
        response.writeHead(200, typeOf("receive-pack", "result"));
        const words = band(2, `\x1b]0;title\x07${Buffer.from(`x:${password}`).toString("base64")}\n`);
        response.end(Buffer.concat([words, band(1, report), flushPacket]));
      }),
    );
    const { code, message } = await pushTo(server);
    expect(code).toBe("push_rejected");
    expect(message).toContain("no [redacted]");
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message).not.toMatch(/s3cret|czNjcmV0/);
    expect(message.length).toBeLessThan(1_600);
  });

  it("may read nothing of what it is sent", async () => {
    const server = await startHostileServer(
      greet((request, response) => {
        request.pause();
        response.writeHead(413, { connection: "close" }).end();
      }),
    );
    expect(await pushTo(server)).toMatchObject({
      code: "push_rejected",
      message: expect.stringContaining("too large for the host"),
    });
  });

  it("may refuse all writes", async () => {
    const server = await startHostileServer((_request, response) => {
      response.writeHead(403, { "content-type": "text/plain" }).end("You may only read.\n");
    });
    expect(await pushTo(server)).toMatchObject({
      ...{ code: "push_rejected", details: { forbidden: true } },
      message: expect.stringContaining("You may only read"),
    });
  });
});
