/**
 * `node:http` alone: every request gets the same body. Started with the body as its argument; sends its port.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const body = process.argv[2]!;
const server = createServer((_request, response) => {
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.setHeader("content-length", Buffer.byteLength(body));
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send!((server.address() as AddressInfo).port));
