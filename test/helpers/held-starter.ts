import { setTimeout as sleep } from "node:timers/promises";
import { holdStarter, type ProgramStarts, startProgram } from "../../src/processes/start-program.ts";
import type { StartedProgram } from "../../src/processes/started-program.ts";

const readyMs = 60_000;
const env = { PATH: "/usr/bin:/bin" };
const ofThisProcess: ProgramStarts = { hold: holdStarter, start: startProgram };

export async function outputOf({ pipes, closed }: StartedProgram): Promise<string> {
  const chunks: Buffer[] = [];
  pipes[1]!.on("data", (chunk: Buffer) => chunks.push(chunk));
  pipes[2]?.resume();
  await closed;
  return Buffer.concat(chunks).toString("utf8");
}

/** Who starts the programs of this process: its own id, or that of its starter. */
export async function starterPid({ start }: ProgramStarts): Promise<number> {
  const command = ["/bin/sh", "-c", "echo $PPID"] as const;
  return Number(await outputOf(await start({ command, env, pipes: 3, ownGroup: true })));
}

/** From now on programs are started by the starter, whose id is the answer. */
export async function holdReadyStarter(starts = ofThisProcess): Promise<{ pid: number; release(): void }> {
  const { release } = starts.hold();
  return { pid: await untilReady(starts), release };
}

export async function untilReady(starts: ProgramStarts, before = process.pid): Promise<number> {
  const until = Date.now() + readyMs;
  for (;;) {
    const pid = await starterPid(starts);
    if (pid !== process.pid && pid !== before) return pid;
    if (Date.now() > until) throw new Error("programs are still started without a starter");
    await sleep(20);
  }
}
