// Starts programs for the service. Usage: starter-process.mjs SOCKET. Starting a program copies the page
// tables of the process that starts it and blocks its main thread meanwhile, so this process stays small:
// plain JavaScript without other imports. Its messages are in starter-messages.ts.
import { spawn } from "node:child_process";
import { closeSync, openSync, rmSync, utimesSync } from "node:fs";
import { connect } from "node:net";
import { dirname } from "node:path";

const [socketPath] = process.argv.slice(2);
const folder = dirname(socketPath);
const touchEveryMs = 10 * 60_000;

// The service decides when this process ends, even if its whole group or unit gets a signal.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => {});

process.on("disconnect", () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});

process.on("message", async (request) => {
  const { id, keys } = request;
  let ends = [];
  try {
    ends = await openAll(keys);
    start(request, ends);
  } catch (error) {
    refuse(id, "starter", error);
  } finally {
    // The program has its own copies.
    for (const end of ends) end.destroy();
  }
});

function start({ id, command, env, user, ownGroup, doors }, ends) {
  let child;
  const opened = [];
  try {
    for (const door of doors) opened.push(openSync(door, "w"));
    const stdio = [...ends, ...opened];
    child = spawn(command[0], command.slice(1), { cwd: "/", env, ...user, detached: ownGroup, stdio });
  } catch (error) {
    return refuse(id, "system", error);
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
  child.on("error", (error) => child.pid === undefined && refuse(id, "system", error));
  if (child.pid === undefined) return;
  child.on("exit", (code) => tell({ kind: "exited", id, code }));
  tell({ kind: "started", id, pid: child.pid });
}

async function openAll(keys) {
  const opened = await Promise.allSettled(keys.map(open));
  const failed = opened.find(({ status }) => status === "rejected");
  const ends = opened.flatMap(({ value }) => value ?? []);
  if (failed === undefined) return ends;
  for (const end of ends) end.destroy();
  throw failed.reason;
}

/** Opens a connection to the service from which nothing has been read. */
function open(key) {
  return new Promise((resolve, reject) => {
    const end = connect(socketPath);
    end.pause();
    end.once("error", reject);
    end.write(Buffer.from(key, "hex"), (error) => {
      if (error) return;
      end.off("error", reject).on("error", () => {});
      // Programs expect blocking descriptors. Node blocks only on the first three, and has no public API.
      end._handle.setBlocking(true);
      resolve(end);
    });
  });
}

function refuse(id, by, { code = "", message }) {
  tell({ kind: "refused", id, by, code, message });
}

function tell(message) {
  // Without the service there is nobody to tell.
  process.send(message, () => {});
}

setInterval(() => {
  try {
    // The sweep after dead processes removes folders that nobody has touched for an hour.
    utimesSync(folder, new Date(), new Date());
  } catch {}
}, touchEveryMs).unref();

tell({ kind: "ready" });
