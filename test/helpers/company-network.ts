import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { type AddressInfo, connect, type Server } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { skipUnless } from "./skip-unless.ts";

export const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;
export const withOpenssl = skipUnless(hasOpenssl, "there is no openssl here");

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

export async function listen(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/**
 * `ca.pem`, and `server.key` and `server.pem` that it has signed for the names and for loopback, in the
 * folder.
 */
export function makeCertificates(folder: string, ...names: string[]): void {
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const authority = ["-keyout", "ca.key", "-out", "ca.pem", "-days", "2", "-subj", "/CN=Company CA"];
  openssl("req", "-x509", ...key, ...authority);
  openssl("req", ...key, "-keyout", "server.key", "-out", "server.csr", "-subj", `/CN=${names[0]}`);
  const dns = names.map((name) => `DNS:${name},`).join("");
  writeFileSync(join(folder, "names"), `subjectAltName=${dns}IP:127.0.0.1\n`);
  const signer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-extfile", "names"];
  openssl("x509", "-req", "-in", "server.csr", ...signer, "-out", "server.pem", "-days", "2");
}

/** TLS with the folder's certificate before what listens without it. */
export async function startTlsFront(folder: string, port: number): Promise<Server> {
  const [key, cert] = ["server.key", "server.pem"].map((name) => readFileSync(join(folder, name)));
  return await listen(
    createTlsServer({ key: key!, cert: cert! }, (socket) => {
      const inner = connect(port, "127.0.0.1");
      for (const end of [socket, inner]) end.on("error", () => end.destroy());
      socket.pipe(inner).pipe(socket);
    }),
  );
}

/**
 * A proxy that knows one server by whatever name it is asked for; `connected` gets what it was asked to
 * connect to.
 */
export async function startConnectProxy(
  target: Server,
  { login, connected }: { login: string; connected: string[] },
): Promise<Server> {
  const forward = createHttpServer((_request, response) => response.writeHead(405).end());
  forward.on("connect", (request, socket) => {
    const wanted = `Basic ${Buffer.from(login).toString("base64")}`;
    if (request.headers["proxy-authorization"] !== wanted)
      return socket.end(
        'HTTP/1.1 407 No\r\nProxy-Authenticate: Basic realm="proxy"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
      );
    connected.push(request.url ?? "");
    const inner = connect(portOf(target), "127.0.0.1");
    for (const end of [socket, inner]) end.on("error", () => end.destroy());
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.pipe(inner).pipe(socket);
  });
  return await listen(forward);
}
