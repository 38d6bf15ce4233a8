import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const run = promisify(execFile);
const script = join(import.meta.dirname, "run-server.sh");

let base: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "copydesk-run-server-"));
  mkdirSync(join(base, "cluster"));
});

afterEach(() => rmSync(base, { recursive: true, force: true }));

function runServer(...command: string[]) {
  return run("sh", [script, ...command], { cwd: join(base, "cluster") });
}

test("a wanted server is started, even while the watcher checks for holders", async () => {
  execFileSync("mkfifo", [join(base, "holders.closing")]);
  const running = runServer("echo", "started");
  await sleep(300);
  renameSync(join(base, "holders.closing"), join(base, "holders"));
  expect((await running).stdout).toBe("started\n");
});

test("a server that nobody wants any more is not started", async () => {
  expect((await runServer("echo", "started")).stdout).toBe("");
});

test("a server that refuses to start is not restarted", async () => {
  execFileSync("mkfifo", [join(base, "holders")]);
  const refusing = runServer("sh", "-c", "echo refused; exit 7");
  await expect(refusing).rejects.toMatchObject({ code: 7, stdout: "refused\n" });
});
