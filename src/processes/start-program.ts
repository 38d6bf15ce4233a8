import { groupedCommand, limitedCommand } from "./limited-command.ts";
import { openStarter, type Starter, StarterUnable } from "./open-starter.ts";
import { type GroupLimits, type LentGroup, openProgramGroups, type ProgramGroups } from "./program-groups.ts";
import { startDirectly } from "./start-directly.ts";
import type { PlainExit, PlainStart, ProgramStart, StartedProgram } from "./started-program.ts";

export interface ProgramStarts {
  /**
   * Until it is released, programs are started by a small process, which is itself started along with the
   * first program, and in control groups.
   */
  hold(): { release(): void };
  /**
   * Throws the system's error if the program cannot be started, and `StarterLost` if it is unknown whether
   * it was.
   */
  start(start: ProgramStart): Promise<StartedProgram>;
}

/**
 * One per process, because the kernel copies the page tables of the whole process for each program that the
 * process starts itself, whichever part of it asks. Callers that run a program therefore need no parameter
 * for it; a service holds it while it runs.
 */
export const { hold: holdStarter, start: startProgram } = createProgramStarts();

interface Starts {
  holders: number;
  current: Starter | null;
  groups: Promise<ProgramGroups | null> | null;
  isOpening: boolean;
}

export function createProgramStarts(): ProgramStarts {
  const starts: Starts = { holders: 0, current: null, groups: null, isOpening: false };
  return {
    hold() {
      starts.holders += 1;
      let isHeld = true;
      return {
        release() {
          if (isHeld) letGo(starts);
          isHeld = false;
        },
      };
    },
    start: (start) => startLimited(starts, start),
  };
}

function letGo(starts: Starts): void {
  starts.holders -= 1;
  if (starts.holders > 0) return;
  starts.current?.close();
  starts.current = null;
  void starts.groups?.then((opened) => opened?.close());
  starts.groups = null;
}

async function startLimited(
  starts: Starts,
  { limits, groupLimits, ...start }: ProgramStart,
): Promise<StartedProgram> {
  const group = await lend(starts, groupLimits);
  const doors = group?.entrances ?? [];
  const numbers = doors.map((_, at) => start.pipes + at);
  let { command } = start;
  if (limits !== undefined) command = limitedCommand(command, limits, numbers);
  else if (doors.length > 0) command = groupedCommand(command, numbers);
  try {
    const started = await startPlain(starts, { ...start, command, doors });
    const closed = started.closed.then(async (exit) => {
      return { ...exit, isOverMemory: (await group?.giveBack()) ?? false };
    });
    return { ...started, closed };
  } catch (error) {
    await group?.giveBack();
    throw error;
  }
}

async function lend(starts: Starts, limits: GroupLimits | undefined): Promise<LentGroup | null> {
  if (starts.holders === 0 || limits === undefined) return null;
  starts.groups ??= openProgramGroups();
  return (await (await starts.groups)?.lend(limits)) ?? null;
}

async function startPlain(starts: Starts, start: PlainStart): Promise<StartedProgram<PlainExit>> {
  const starter = readyStarter(starts);
  if (starter === null) return await startDirectly(start);
  try {
    return await starter.start(start);
  } catch (error) {
    if (!(error instanceof StarterUnable)) throw error;
    // Its folder may have been removed, or it may be unable to start processes: the next program gets a new
    // one.
    if (starts.current === starter) starts.current = null;
    starter.close();
    return await startDirectly(start);
  }
}

/** Returns null while there is none; unless nobody holds it, one is then being started. */
function readyStarter(starts: Starts): Starter | null {
  if (starts.holders === 0) return null;
  if (starts.current?.isAlive()) return starts.current;
  starts.current = null;
  void open(starts);
  return null;
}

async function open(starts: Starts): Promise<void> {
  if (starts.isOpening) return;
  starts.isOpening = true;
  // Whatever keeps it from starting, programs are started without it.
  const starter = await openStarter().catch(() => null);
  starts.isOpening = false;
  if (starts.holders > 0) starts.current = starter;
  else starter?.close();
}
