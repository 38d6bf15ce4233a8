import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { outputOf } from "../../test/helpers/held-starter.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { findGroupPlace } from "./find-group-place.ts";
import { createProgramStarts } from "./start-program.ts";

const env = { PATH: "/usr/bin:/bin" };
const mebibyte = 1024 * 1024;
const trial = await findGroupPlace({ isTrial: true });
const reason = trial.version === null ? trial.reason : "";
const starts = createProgramStarts();
const groupLimits = { memoryBytes: 128 * mebibyte, processes: 64 };
const user = { uid: 65_534, gid: 65_534 };
const fill = "dd if=/dev/zero of=/dev/null bs=40M count=1000 2>/dev/null";

async function run(script: string, more: object = {}, by = starts) {
  const command = ["/bin/sh", "-c", script] as const;
  const limits = { memoryBytes: 100 * mebibyte };
  const program = await by.start({
    command,
    env,
    pipes: 3,
    ownGroup: true,
    limits,
    groupLimits,
    ...more,
  });
  return { output: await outputOf(program), exit: await program.closed };
}

/** The folders of a program's groups: memory, and processes if that is a different one. */
async function foldersOf(by = starts, more: object = {}): Promise<string[]> {
  const { output } = await run("cat /proc/self/cgroup", more, by);
  const paths = output
    .trim()
    .split("\n")
    .map((line) => line.split(":"));
  if (trial.version === 2) return [join("/sys/fs/cgroup", paths.find(([, name]) => name === "")![2]!)];
  const wanted = paths.filter(
    ([, name]) => name === "memory" || (name === "pids" && "pids" in trial && trial.pids),
  );
  return wanted.map(([, name, path]) => join("/sys/fs/cgroup", name!, path!));
}

describe("control groups of programs", skipUnless(reason === "", `no control groups: ${reason}`), () => {
  const { release } = starts.hold();
  afterAll(release);

  it("contain a program and everything it starts, even as another user, and are reused", async () => {
    const folders = await foldersOf();
    for (const folder of folders) expect(folder).toMatch(/\/copydesk-[^/]+\/1$/);
    const inner = await run("sh -c 'cat /proc/self/cgroup'");
    for (const folder of folders)
      expect(inner.output).toContain(folder.replace(/^\/sys\/fs\/cgroup\/\w+/, ""));
    if (process.getuid?.() === 0) expect(await foldersOf(starts, { user })).toEqual(folders);
  });

  it("end a program whose processes together exceed the memory limit, although none does alone", async () => {
    expect((await run(fill.replace("1000", "10"))).exit).toEqual({
      code: 0,
      isLost: false,
      isOverMemory: false,
    });
    const { exit } = await run(`for n in 1 2 3 4 5; do ${fill} & done; wait`);
    expect(exit).toMatchObject({ isOverMemory: true });
    // The next one in the same group is not blamed for that.
    expect((await run("exit 3")).exit).toEqual({ code: 3, isLost: false, isOverMemory: false });
  });

  it("limit the number of processes", async () => {
    if (trial.version === null || trial.pids === null) return;
    const script = "for n in $(seq 100); do sleep 5 & done; wait";
    const { output } = await run(`{ ${script}; } 2>&1 | grep -o 'annot fork' | head -n1; kill 0`, {});
    expect(output).toBe("annot fork\n");
  });

  it("end what a program leaves behind", async () => {
    const { output } = await run("setsid sleep 300 </dev/null >/dev/null 2>&1 & echo $!");
    await expect.poll(() => existsSync(`/proc/${output.trim()}`)).toBe(false);
  });

  it("are removed when nobody starts programs any more", async () => {
    const own = createProgramStarts();
    const held = own.hold();
    const [folder] = await foldersOf(own);
    expect(existsSync(folder!)).toBe(true);
    held.release();
    await expect.poll(() => existsSync(join(folder!, ".."))).toBe(false);
  });
});
