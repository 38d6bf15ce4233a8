import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { watchConnections } from "./close-connections.ts";

async function start() {
  const waiting: ServerResponse[] = [];
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 0 }, (_, response) => {
    waiting.push(response);
  });
  const connections = watchConnections(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async (text: string) => {
    const socket = connect(port, "127.0.0.1");
    const arrived = once(server, "connection");
    let received = "";
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
    const closed = once(socket, "close");
    await arrived;
    if (text !== "") socket.write(text);
    return { closed, received: () => received };
  };
  return { server, connections, waiting, open };
}

const request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test.each([
  ["that has sent nothing", ""],
  ["with a part of a request", "GET / HTTP/1.1\r\nHost: a\r\n"],
])("a connection %s does not delay the shutdown", async (_, text) => {
  const { server, connections, open } = await start();
  const { closed } = await open(text);
  const end = connections.closeAll(2 ** 30);
  server.close();
  await Promise.all([closed, once(server, "close")]);
  end();
});

test("a pending request completes first", async () => {
  const { server, connections, waiting, open } = await start();
  const { closed, received } = await open(request);
  const unused = await open("");
  await expect.poll(() => waiting.length).toBe(1);
  const end = connections.closeAll(2 ** 30);
  server.close();
  await unused.closed;
  waiting[0]!.end("done");
  await Promise.all([closed, once(server, "close")]);
  end();
  expect(received()).toMatch(/^HTTP\/1\.1 200 OK.*done/s);
});

test("a request that never completes ends at the limit", async () => {
  const { server, connections, waiting, open } = await start();
  const { closed } = await open(request);
  await expect.poll(() => waiting.length).toBe(1);
  const end = connections.closeAll(0);
  server.close();
  await Promise.all([closed, once(server, "close")]);
  end();
});
