import { type ChildProcess, spawn } from "node:child_process";

/** Those that run, with what ends them: a process id, or a group's with a minus before it. */
const running = new Map<ChildProcess, number>();

/** Lives until this process has ended, in whatever way, and then ends what is left. */
const reaper = `list=' '
while read -r sign pid; do
  case $sign in
    +) list="$list$pid " ;;
    -) list="\${list%% $pid *} \${list#* $pid }" ;;
  esac
done
for pid in $list; do kill -9 "$pid"; done 2>/dev/null`;

let reaperInput: NodeJS.WritableStream | null = null;

/**
 * Ends the process when the tests of the file are over or this process has ended, if nobody has ended it
 * before. Of a process that was started with `detached` it ends the whole group.
 */
export function endWithTests<T extends ChildProcess>(child: T, { isGroup = false } = {}): T {
  if (child.pid === undefined) return child;
  const target = isGroup ? -child.pid : child.pid;
  running.set(child, target);
  tellReaper(`+ ${target}`);
  child.once("exit", () => {
    running.delete(child);
    tellReaper(`- ${target}`);
  });
  return child;
}

/** After each file (`test/helpers/clean-after-file.ts`). */
export function endProcessesLeft(): void {
  for (const [child, target] of running) {
    running.delete(child);
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }
}

function tellReaper(line: string): void {
  if (reaperInput === null) {
    const child = spawn("sh", ["-c", reaper], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    child.unref();
    child.on("error", () => undefined);
    child.stdin.on("error", () => undefined);
    (child.stdin as unknown as { unref(): void }).unref();
    reaperInput = child.stdin;
  }
  reaperInput.write(`${line}\n`);
}
