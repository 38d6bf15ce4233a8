import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Socket } from "node:net";
import type { ProgramExit, ProgramStart, StartedProgram } from "./started-program.ts";

/** Starts a program as a child of this process. Throws the system's error when it cannot be started. */
export async function startDirectly(start: ProgramStart): Promise<StartedProgram> {
  const { command, env, pipes, ownGroup, user } = start;
  const [program, ...args] = command;
  const stdio = Array.from({ length: pipes }, () => "pipe" as const);
  const child = spawn(program, args, { cwd: "/", env, ...user, detached: ownGroup, stdio });
  const exited = endOf(child, "exit");
  const closed = endOf(child, "close");
  await once(child, "spawn");
  return { pid: child.pid!, pipes: child.stdio as unknown as Socket[], exited, closed };
}

function endOf(child: ChildProcess, event: "exit" | "close"): Promise<ProgramExit> {
  return new Promise((resolve) => child.once(event, (code) => resolve({ code, isLost: false })));
}
