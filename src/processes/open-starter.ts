import { type ChildProcess, fork } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConnectionReceiver, receiveConnections } from "./connection-receiver.ts";
import { ownFolderPrefix } from "./own-folders.ts";
import type { PlainExit, PlainStart, StartedProgram } from "./started-program.ts";
import type { StarterMessage, StartRequest } from "./starter-messages.ts";

/**
 * A small process that starts programs. Their output does not pass through it, but over separate
 * connections.
 */
export interface Starter {
  isAlive(): boolean;
  /**
   * Throws the system's error if the program cannot be started, `StarterUnable` if it certainly was not
   * started, and `StarterLost` if that is unknown.
   */
  start(start: PlainStart): Promise<StartedProgram<PlainExit>>;
  /** Ends the starter as soon as none of its programs is running. */
  close(): void;
}

export class StarterUnable extends Error {
  override readonly name = "StarterUnable";
}

export class StarterLost extends Error {
  override readonly name = "StarterLost";
}

/** Time limit for the starter to become ready, and for each start; the starter is killed after that. */
const answerMs = 30_000;
const heapMebibytes = 32;

interface UnderWay {
  started: PromiseWithResolvers<number>;
  exited: PromiseWithResolvers<PlainExit>;
}

/**
 * Resolves when the process can start programs. It inherits nothing of this process's environment, and ends
 * with this process.
 */
export async function openStarter(): Promise<Starter> {
  const folder = await mkdtemp(join(tmpdir(), `${ownFolderPrefix()}-`));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const socketPath = join(folder, "s");
    const receiver = await receiveConnections(socketPath);
    const child = fork(fileURLToPath(new URL("./starter-process.mjs", import.meta.url)), [socketPath], {
      execArgv: [`--max-old-space-size=${heapMebibytes}`, "--max-semi-space-size=1"],
      env: {},
      cwd: "/",
      detached: true,
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.once("exit", () => void removeFolder().catch(() => {}));
    const { ready, starter } = attend(child, receiver);
    await ready;
    return starter;
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

/** Communicates with the starter, and keeps this process alive only while a program is running. */
function attend(child: ChildProcess, receiver: ConnectionReceiver) {
  const underWay = new Map<number, UnderWay>();
  const ready = Promise.withResolvers<void>();
  let state: "alive" | "closing" | "gone" = "alive";
  const lose = (): void => {
    if (state === "alive") child.kill("SIGKILL");
    state = "gone";
    const reason = new StarterLost("the process that starts programs ended");
    receiver.close(reason);
    ready.reject(reason);
    for (const { started, exited } of underWay.values()) {
      started.reject(reason);
      exited.resolve({ code: null, isLost: true });
    }
  };
  const disconnectWhenIdle = (): void => {
    if (underWay.size > 0) return;
    child.channel?.unref();
    if (state === "closing" && child.connected) child.disconnect();
  };
  child.on("error", lose).on("exit", lose).on("disconnect", lose);
  child.on("message", (message: StarterMessage) => {
    if (message.kind === "ready") return ready.resolve();
    const program = underWay.get(message.id);
    if (message.kind === "started") program?.started.resolve(message.pid);
    else if (message.kind === "refused") program?.started.reject(errorOf(message));
    else program?.exited.resolve({ code: message.code, isLost: false });
  });
  const ask = async (request: StartRequest, { started }: UnderWay): Promise<number> => {
    const timer = setTimeout(lose, answerMs);
    child.send(request, (error) => {
      if (error !== null) started.reject(new StarterUnable(error.message));
    });
    return await started.promise.finally(() => clearTimeout(timer));
  };
  let lastId = 0;
  const starter: Starter = {
    isAlive: () => state === "alive",
    async start({ command, env, pipes, doors, ownGroup, user = null }) {
      const id = ++lastId;
      const expected = Array.from({ length: pipes }, () => receiver.expect());
      const program: UnderWay = { started: Promise.withResolvers(), exited: Promise.withResolvers() };
      underWay.set(id, program);
      child.channel?.ref();
      const exited = program.exited.promise.finally(() => {
        underWay.delete(id);
        disconnectWhenIdle();
      });
      try {
        const keys = expected.map(({ key }) => key);
        const pid = await ask({ id, command, env, user, ownGroup, keys, doors }, program);
        const sockets = await Promise.all(expected.map(({ connection }) => connection));
        return { pid, pipes: sockets, exited, closed: untilClosed(exited, sockets) };
      } catch (error) {
        for (const { drop } of expected) drop();
        program.exited.resolve({ code: null, isLost: true });
        throw error;
      }
    },
    close() {
      if (state === "alive") state = "closing";
      disconnectWhenIdle();
    },
  };
  child.unref();
  child.channel?.unref();
  const timer = setTimeout(lose, answerMs).unref();
  return { ready: ready.promise.finally(() => clearTimeout(timer)), starter };
}

function errorOf({ by, code, message }: Extract<StarterMessage, { kind: "refused" }>): Error {
  return by === "system" ? Object.assign(new Error(message), { code }) : new StarterUnable(message);
}

/**
 * Waits until all pipes are closed. As with child processes, nothing is written to a program that has
 * ended, and unread output is dropped.
 */
async function untilClosed(exited: Promise<PlainExit>, sockets: readonly Socket[]): Promise<PlainExit> {
  const closed = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        // A program that has already ended without output has closed them.
        if (socket.closed) resolve();
        else socket.once("close", () => resolve());
      }),
  );
  const exit = await exited;
  sockets[0]?.destroy();
  for (const socket of sockets.slice(1)) socket.resume();
  await Promise.all(closed);
  return exit;
}
