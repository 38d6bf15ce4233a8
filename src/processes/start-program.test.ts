import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { holdReadyStarter, outputOf, starterPid, untilReady } from "../../test/helpers/held-starter.ts";
import { isAlive, listProcesses } from "../../test/helpers/processes.ts";
import { asRoot, onLinux } from "../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../test/helpers/use-cleanups.ts";
import { createProgramStarts } from "./start-program.ts";

const { cleanups, folder } = useCleanups();
/** In a folder of its own: other test files of this process may have theirs. */
const starts = createProgramStarts();
const env = { PATH: "/usr/bin:/bin" };
const waitMs = 60_000;

function sh(script: string, options: { user?: { uid: number; gid: number }; pipes?: number } = {}) {
  return starts.start({ command: ["/bin/sh", "-c", script], env, pipes: 3, ownGroup: true, ...options });
}

/** Held until the end of the test. */
async function hold(): Promise<number> {
  const { pid, release } = await holdReadyStarter(starts);
  cleanups.push(async () => release());
  return pid;
}

function descriptors(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

async function untilGone(pid: number): Promise<void> {
  await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: waitMs }).toBe(false);
}

describe.each(["directly", "by the starter"])("a program that is started %s", (how) => {
  let release = (): void => {};
  beforeAll(async () => {
    if (how === "by the starter") ({ release } = await holdReadyStarter(starts));
  });
  afterAll(() => release());

  it("reads its input, and all of its output arrives, whatever the size", async () => {
    const program = await sh("cat; cat >/dev/null; echo end");
    const input = "0123456789abcdef".repeat(512 * 1024);
    program.pipes[0]!.end(input);
    const output = await outputOf(program);
    expect(output.length).toBe(input.length + 4);
    expect(output.endsWith("end\n")).toBe(true);
  });

  it.each([
    ["exit 3", 3],
    ["kill -9 $$", null],
  ])("reports how it ended: %s", async (script, code) => {
    const { exited, closed } = await sh(script);
    expect(await exited).toMatchObject({ code, isLost: false });
    expect(await closed).toMatchObject({ code, isLost: false });
  });

  it("fails with the system's error if it cannot be started", async () => {
    const start = { env, pipes: 3, ownGroup: true };
    const missing = starts.start({ ...start, command: ["/nowhere/program"] });
    await expect(missing).rejects.toMatchObject({ code: "ENOENT" });
    const long = starts.start({ ...start, command: ["/bin/true", "x".repeat(200_000)] });
    await expect(long).rejects.toMatchObject({ code: "E2BIG" });
  });

  it("gets only the given environment, folder and descriptors", async () => {
    vi.stubEnv("COPYDESK_CANARY", "canary");
    const output = await outputOf(await sh("env; ls -l /proc/$$/fd", { pipes: 5 }));
    expect(output).not.toContain("canary");
    expect(output).toContain("PWD=/\n");
    const sockets = [...output.matchAll(/ (\d+) -> socket:/g)].map(([, number]) => Number(number));
    expect(sockets.sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it("can communicate over every descriptor", async () => {
    const { pipes, closed } = await sh("cat <&3 >&4", { pipes: 5 });
    // Enough time for it to ask in vain, if it did not wait.
    await sleep(100);
    pipes[3]!.end("hello");
    const [said] = await once(pipes[4]!, "data");
    expect(String(said)).toBe("hello");
    expect(await closed).toMatchObject({ code: 0, isLost: false });
  });

  it("ends with its whole group", async () => {
    const { pid, pipes, closed } = await sh("sleep 300 & echo $!; wait");
    const [inner] = await once(pipes[1]!, "data");
    process.kill(-pid, "SIGKILL");
    expect(await closed).toMatchObject({ code: null, isLost: false });
    await untilGone(Number(String(inner)));
  });

  it("runs as another user without supplementary groups", asRoot, async () => {
    expect(await outputOf(await sh("id -u; id -g; id -G", { user: { uid: 12_345, gid: 23_456 } }))).toBe(
      "12345\n23456\n23456\n",
    );
  });
});

describe("the starter", onLinux, () => {
  it("is started by the first program while it is held, and ends after the last release", async () => {
    expect(await starterPid(starts)).toBe(process.pid);
    const others = [starts.hold(), starts.hold()];
    const { pid, release } = await holdReadyStarter(starts);
    for (const other of others) other.release();
    expect(await starterPid(starts)).toBe(pid);
    const program = await sh("cat; echo end");
    release();
    expect(await starterPid(starts)).toBe(process.pid);
    program.pipes[0]!.end("still here, ");
    expect(await outputOf(program)).toBe("still here, end\n");
    await untilGone(pid);
  });

  it("inherits nothing of the service's environment", async () => {
    vi.stubEnv("COPYDESK_SECRET_KEY", "canary");
    const pid = await hold();
    const names = readFileSync(`/proc/${pid}/environ`, "utf8").match(/\w+(?==)/g);
    expect(names?.filter((name) => !name.startsWith("NODE_CHANNEL_"))).toEqual([]);
  });

  it("keeps no descriptor of what has ended, nor does the service", async () => {
    const pid = await hold();
    const before = [descriptors(pid), descriptors(process.pid)];
    const scripts = ["cat; echo a", "exit 1", "kill -9 $$", "exec 0<&- 1<&- 2<&-", "yes | head -c 100000"];
    for (let round = 0; round < 5; round += 1) {
      const programs = await Promise.all(scripts.map((script) => sh(script)));
      for (const { pipes } of programs) pipes[0]!.on("error", () => {}).end("x");
      await Promise.all(programs.map(outputOf));
      const missing = { command: ["/nowhere"] as const, env, pipes: 3, ownGroup: true };
      await starts.start(missing).catch(() => {});
    }
    await expect.poll(() => descriptors(pid), { timeout: waitMs }).toBe(before[0]);
    // Other test files of this process may open or close their own.
    expect(descriptors(process.pid)).toBeLessThan(before[1]! + 30);
  });

  it("is replaced if it is killed; its programs are reported as lost", async () => {
    const pid = await hold();
    const program = await sh("cat");
    process.kill(pid, "SIGKILL");
    expect(await program.exited).toMatchObject({ code: null, isLost: true });
    process.kill(-program.pid, "SIGKILL");
    expect(await program.closed).toMatchObject({ code: null, isLost: true });
    expect(await untilReady(starts, pid)).not.toBe(pid);
  });

  it("is replaced if its folder is gone, and every program meanwhile still starts", async () => {
    const temporary = await folder();
    vi.stubEnv("TMPDIR", temporary);
    const pid = await hold();
    const [name] = await readdir(temporary);
    await rm(join(temporary, name!), { recursive: true });
    expect(await untilReady(starts, pid)).not.toBe(pid);
    await untilGone(pid);
  });

  it("ends if its service is killed, and leaves no folder; its program ends on its next write", async () => {
    const temporary = await folder();
    const script = join(temporary, "service.ts");
    const helper = join(import.meta.dirname, "../../test/helpers/held-starter.ts");
    const module = join(import.meta.dirname, "start-program.ts");
    await writeFile(
      script,
      `import { holdReadyStarter } from ${JSON.stringify(helper)};
       import { startProgram } from ${JSON.stringify(module)};
       const { pid } = await holdReadyStarter();
       const command = ["/bin/sh", "-c", "while :; do echo x; sleep 0.05; done"] as const;
       const program = await startProgram({ command, env: { PATH: "/usr/bin:/bin" }, pipes: 3, ownGroup: true });
       program.pipes[1].resume();
       console.log(JSON.stringify([pid, program.pid]));`,
    );
    const service = spawn(process.execPath, [script], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["ignore", "pipe", "inherit"],
    });
    cleanups.push(async () => service.kill("SIGKILL"));
    const [line] = await once(service.stdout, "data");
    const pids = JSON.parse(String(line)) as number[];
    const seen = listProcesses().filter(({ pid }) => pids.includes(pid));
    expect(seen.length).toBe(2);
    service.kill("SIGKILL");
    await expect.poll(() => seen.filter(isAlive), { timeout: waitMs }).toEqual([]);
    await expect.poll(() => readdir(temporary), { timeout: waitMs }).toEqual(["service.ts"]);
  });
});
