import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive } from "../src/processes/is-alive.ts";
import { endServersIn } from "../test/helpers/embedded-server.ts";

/** Keeps the folder's path short: it contains sockets, whose paths may have about 100 bytes. */
const parentBytesMax = 20;
const form = /^cdt-([0-9a-z]+)-\w{6}$/;
const untouchedMs = 10 * 60_000;
const serversEndMs = 10_000;

/**
 * Gives this process, and everything that it starts, a temporary folder of its own, which is removed when
 * this process ends. Folders of killed runs are removed now.
 */
export function useOwnTemporaryFolder(): string {
  if (tmpdir().length > parentBytesMax && existsSync("/tmp")) process.env.TMPDIR = "/tmp";
  const parent = tmpdir();
  for (const name of readdirSync(parent)) if (isLeft(parent, name)) remove(join(parent, name));
  const folder = mkdtempSync(join(parent, `cdt-${process.pid.toString(36)}-`));
  // With the system folder's mode: some tests run programs as other users.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once("exit", () => remove(folder));
  const signals = [
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const;
  for (const [signal, code] of signals) process.once(signal, () => process.exit(code));
  return folder;
}

/**
 * Whether the folder belongs to a process that has ended; one in another container, whose id means nothing
 * here, keeps touching its folder.
 */
function isLeft(parent: string, name: string): boolean {
  const pid = form.exec(name)?.[1];
  if (pid === undefined || isAlive(Number.parseInt(pid, 36))) return false;
  const found = statSync(join(parent, name), { throwIfNoEntry: false });
  return found !== undefined && found.uid === process.getuid?.() && Date.now() - found.mtimeMs > untouchedMs;
}

/** The tests' database stops some seconds after them; the removal does not wait for it. */
function remove(folder: string): void {
  const lateAt = Date.now() + serversEndMs;
  const clock = new Int32Array(new SharedArrayBuffer(4));
  while (endServersIn(folder) && Date.now() < lateAt) Atomics.wait(clock, 0, 0, 50);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
