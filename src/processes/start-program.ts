import { groupedCommand, limitedCommand } from "./limited-command.ts";
import { openStarter, type Starter, StarterUnable } from "./open-starter.ts";
import { type GroupLimits, type LentGroup, openProgramGroups, type ProgramGroups } from "./program-groups.ts";
import { startDirectly } from "./start-directly.ts";
import type { PlainExit, PlainStart, ProgramStart, StartedProgram } from "./started-program.ts";

export interface ProgramStarts {
  /** While it is held, programs are started by a small process, which is itself started beside the first program, and in control groups. */
  hold(): { release(): void };
  /** Throws the system's error when the program cannot be started, and `StarterLost` when nobody knows whether it was. */
  start(start: ProgramStart): Promise<StartedProgram>;
}

/**
 * One per process, because of what it is for: the kernel copies the page tables of the whole process for each program that the process
 * starts itself, whichever part of it asks. So whoever runs a program need not be handed anything; a service holds it while it runs.
 */
export const { hold: holdStarter, start: startProgram } = createProgramStarts();

export function createProgramStarts(): ProgramStarts {
  let holders = 0;
  let current: Starter | null = null;
  let groups: Promise<ProgramGroups | null> | null = null;
  let isOpening = false;
  const open = async (): Promise<void> => {
    if (isOpening) return;
    isOpening = true;
    // Whatever keeps it from starting: programs are started without it.
    const starter = await openStarter().catch(() => null);
    isOpening = false;
    if (holders > 0) current = starter;
    else starter?.close();
  };
  /** Null while there is none; then one is on its way, unless nobody wants it. */
  const ready = (): Starter | null => {
    if (holders === 0) return null;
    if (current?.isAlive()) return current;
    current = null;
    void open();
    return null;
  };
  const lend = async (limits: GroupLimits | undefined): Promise<LentGroup | null> => {
    if (holders === 0 || limits === undefined) return null;
    groups ??= openProgramGroups();
    return (await (await groups)?.lend(limits)) ?? null;
  };
  const startPlain = async (start: PlainStart): Promise<StartedProgram<PlainExit>> => {
    const starter = ready();
    if (starter === null) return await startDirectly(start);
    try {
      return await starter.start(start);
    } catch (error) {
      if (!(error instanceof StarterUnable)) throw error;
      // Its folder may have been swept away, or it may not start processes any more: the next program gets a new one.
      if (current === starter) current = null;
      starter.close();
      return await startDirectly(start);
    }
  };
  return {
    hold() {
      holders += 1;
      let isHeld = true;
      return {
        release() {
          if (!isHeld) return;
          isHeld = false;
          holders -= 1;
          if (holders > 0) return;
          current?.close();
          current = null;
          void groups?.then((opened) => opened?.close());
          groups = null;
        },
      };
    },
    async start({ limits, groupLimits, ...start }) {
      const group = await lend(groupLimits);
      const doors = group?.entrances ?? [];
      const numbers = doors.map((_, at) => start.pipes + at);
      let { command } = start;
      if (limits !== undefined) command = limitedCommand(command, limits, numbers);
      else if (doors.length > 0) command = groupedCommand(command, numbers);
      try {
        const started = await startPlain({ ...start, command, doors });
        const closed = started.closed.then(async (exit) => {
          return { ...exit, isOverMemory: (await group?.giveBack()) ?? false };
        });
        return { ...started, closed };
      } catch (error) {
        await group?.giveBack();
        throw error;
      }
    },
  };
}
