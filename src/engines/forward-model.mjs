// Runs in the sandbox, as plain JavaScript for its Node: forward-model.mjs PORT SOCKET COMMAND [ARGUMENT…]
// Agents speak HTTP to a host and a port; the sandbox's only way out is a unix socket.
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";

const [port, socket, command, ...parameters] = process.argv.slice(2);

const server = createServer((inner) => {
  const outer = connect(socket);
  inner.on("error", () => outer.destroy());
  outer.on("error", () => inner.destroy());
  inner.on("close", () => outer.destroy());
  outer.on("close", () => inner.destroy());
  inner.pipe(outer).pipe(inner);
});

server.listen(Number(port), "127.0.0.1", () => {
  const agent = spawn(command, parameters, { stdio: "inherit" });
  agent.on("error", (error) => {
    console.error(`${command} could not be started: ${error.code ?? error.message}`);
    process.exit(127);
  });
  agent.on("exit", (code, signal) => process.exit(signal === null ? code : 128));
});
