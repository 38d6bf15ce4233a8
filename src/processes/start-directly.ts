import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import type { Socket } from "node:net";
import type { PlainExit, PlainStart, StartedProgram } from "./started-program.ts";

/** Starts a program as a child of this process. Throws the system's error if it cannot be started. */
export async function startDirectly(start: PlainStart): Promise<StartedProgram<PlainExit>> {
  const { command, env, pipes, doors, ownGroup, user } = start;
  const [program, ...args] = command;
  const opened: number[] = [];
  try {
    for (const door of doors) opened.push(openSync(door, "w"));
    const stdio = [...Array.from({ length: pipes }, () => "pipe" as const), ...opened];
    const child = spawn(program, args, { cwd: "/", env, ...user, detached: ownGroup, stdio });
    const exited = endOf(child, "exit");
    const closed = endOf(child, "close");
    await once(child, "spawn");
    const sockets = child.stdio.slice(0, pipes) as unknown as Socket[];
    return { pid: child.pid!, pipes: sockets, exited, closed };
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}

function endOf(child: ChildProcess, event: "exit" | "close"): Promise<PlainExit> {
  return new Promise((resolve) => child.once(event, (code) => resolve({ code, isLost: false })));
}
