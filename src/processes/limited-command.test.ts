import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { onLinux } from "../../test/helpers/skip-unless.ts";
import { useCleanups } from "../../test/helpers/use-cleanups.ts";
import { forkLimited } from "./fork-limited.ts";
import { limitedCommand } from "./limited-command.ts";

const { folder } = useCleanups();
const execute = promisify(execFile);
const mebibyte = 1024 * 1024;

async function run(command: [string, ...string[]], limits: Parameters<typeof limitedCommand>[1]) {
  const [program, ...args] = limitedCommand(command, limits);
  return await execute(program, args).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
}

describe("limitedCommand", () => {
  it("passes every argument on unchanged", async () => {
    const { stdout } = await run(["printf", "%s|", "a b", "$(id)", "", "-x"], { memoryBytes: 64 * mebibyte });
    expect(stdout).toBe("a b|$(id)||-x|");
  });

  it("limits the memory of a program and of its children, irrevocably", onLinux, async () => {
    const limits = { memoryBytes: 64 * mebibyte };
    const fill = "dd if=/dev/zero of=/dev/null bs=100M count=1";
    for (const script of [
      fill,
      `sh -c '${fill}'`,
      `ulimit -d unlimited; ${fill}`,
      `ulimit -d 999999; ${fill}`,
    ])
      expect((await run(["sh", "-c", `${script} 2>/dev/null`], limits)).code, script).toBe(1);
    expect((await run(["sh", "-c", fill.replace("100M", "8M")], limits)).code).toBe(0);
  });

  it("limits the size of each file", async () => {
    const file = join(await folder(), "file");
    const limits = { memoryBytes: 64 * mebibyte, maxFileBytes: mebibyte };
    const copy: [string, ...string[]] = ["dd", "if=/dev/zero", `of=${file}`, "bs=65536", "count=64"];
    expect((await run(copy, limits)).code).toBe(1);
  });
});

describe("forkLimited", onLinux, () => {
  const script = `
    const kept = [];
    process.on("message", ({ what, mebibytes }) => {
      try {
        for (let at = 0; at < mebibytes; at += 8) {
          kept.push(what === "buffers" ? Buffer.alloc(8 * 1024 * 1024, 1) : Array.from({ length: 2 ** 20 }, (_, i) => i + 0.5));
        }
        process.send("kept");
      } catch (error) {
        process.send("refused");
      }
    });`;

  it.each([
    ["heap", 24, ["kept"]],
    ["heap", 256, ["exit"]],
    ["buffers", 48, ["kept"]],
    ["buffers", 512, ["refused", "exit"]],
  ])("with %s of %d MiB", async (what, mebibytes, outcomes) => {
    const path = join(await folder(), "child.cjs");
    await writeFile(path, script);
    const limits = { heapBytes: 64 * mebibyte, otherBytes: 128 * mebibyte };
    const child = forkLimited(path, limits, { env: {}, stdio: ["ignore", "ignore", "ignore", "ipc"] });
    const answer = once(child, "message").then(([text]) => text as string);
    const ended = once(child, "exit").then(() => "exit");
    child.send({ what, mebibytes });
    expect(outcomes).toContain(await Promise.race([answer, ended]));
    child.kill("SIGKILL");
    await ended;
  });
});
