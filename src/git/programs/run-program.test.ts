import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { holdReadyStarter } from "../../../test/helpers/held-starter.ts";
import { ProgramMissing, runProgram } from "./run-program.ts";

const env = { PATH: "/usr/bin:/bin" };
const sh = (script: string, options: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram("/bin/sh", ["-c", script], { env, ...options });

describe.each(["directly", "by the starter"])("runProgram, %s", (how) => {
  let starter = { pid: 0, release(): void {} };
  beforeAll(async () => {
    if (how === "by the starter") starter = await holdReadyStarter();
  });
  afterAll(() => starter.release());

  it("returns output, errors and exit code", async () => {
    const { stdout, ...rest } = await sh("cat; echo bad >&2; exit 3", { input: "hello" });
    expect([stdout.toString(), rest]).toEqual([
      "hello",
      { stderr: "bad\n", code: 3, ended: "exit", isOverMemory: false },
    ]);
  });

  it("reports a missing program", async () => {
    await expect(runProgram("copydesk-nowhere", [], { env })).rejects.toThrow(ProgramMissing);
  });

  it("returns all output of a program that ended long ago, and `stopped` takes precedence over its exit", async () => {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const seen: string[] = [];
      const onOutput = (chunk: Buffer) => seen.push(String(chunk)) < 0;
      expect(await sh("echo x", { onOutput })).toMatchObject({ ended: "stopped" });
      expect(seen).toEqual(["x\n"]);
    }
  });

  it("ends a program at its time and output limits", async () => {
    expect(await sh("exec sleep 300", { timeoutMs: 50 })).toMatchObject({ code: -1, ended: "timeout" });
    const { stdout, ...rest } = await sh("yes", { maxOutputBytes: 100_000 });
    expect(rest).toMatchObject({ code: -1, ended: "output_limit" });
    expect(stdout.length).toBeLessThanOrEqual(100_000);
  });

  it("ends a program on an abort, even while it is being started", async () => {
    const stop = new AbortController();
    const running = sh("exec sleep 300", { signal: stop.signal });
    stop.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
  });

  it("limits the memory of a program", async () => {
    const fill = "dd if=/dev/zero of=/dev/null bs=100M count=1 2>/dev/null";
    if (process.platform === "linux") expect((await sh(fill, { memoryBytes: 64 * 1024 ** 2 })).code).toBe(1);
    expect((await sh(fill)).code).toBe(0);
  });

  if (how === "by the starter")
    it("ends a program whose starter was killed, and reports that", async () => {
      const killed = sh("trap '' TERM; echo started; while :; do sleep 0.05; done", {
        onOutput: () => process.kill(starter.pid, "SIGKILL"),
      });
      const { code, ended, stderr } = await killed;
      expect([code, ended]).toEqual([-1, "exit"]);
      expect(stderr).toMatch(/^error: the process that starts Copydesk's programs ended/m);
      expect((await sh("exit 0")).code).toBe(0);
    });
});
