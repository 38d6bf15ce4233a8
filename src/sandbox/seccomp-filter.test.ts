import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  makePlace,
  type Place,
  probeForTests,
  runScript,
  testLimits,
} from "../../test/helpers/acp-sandbox.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { filteredArchitectures, seccompFilter } from "./seccomp-filter.ts";

const { sandbox, inSandbox } = await probeForTests();
const calls = filteredArchitectures[process.arch];

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

describe("seccompFilter", () => {
  it.each(Object.keys(filteredArchitectures))("is a program that the kernel accepts, for %s", (name) => {
    const program = seccompFilter(name)!;
    const { denied } = filteredArchitectures[name]!;
    expect(program.length % 8).toBe(0);
    expect(program.length / 8).toBeLessThan(4_096);
    expect(new Set(Object.values(denied)).size).toBe(Object.keys(denied).length);
    // Jumps stay inside, and the last instruction returns.
    for (let at = 0; at < program.length; at += 8)
      expect(at + 8 * (1 + Math.max(program[at + 2]!, program[at + 3]!))).toBeLessThanOrEqual(program.length);
    expect(program.readUInt16LE(program.length - 8)).toBe(0x06);
  });

  it("is null if the numbers of system calls are not known", () => {
    expect(seccompFilter("riscv64")).toBeNull();
  });
});

const withCalls = skipUnless(calls !== undefined, `the system calls of ${process.arch} are not known`);

describe("a command in the sandbox", { ...withCalls, ...inSandbox }, () => {
  const ask = (arguments_: string) => `perl -e 'syscall(${arguments_}); print $! + 0, " "'`;

  it("cannot make any of the refused system calls", async () => {
    const names = Object.keys(calls!.denied);
    const script = Object.values(calls!.denied).map((call) => ask(`${call}, 0, 0, 0, 0`));
    const { output } = await runScript(sandbox, place.workspace, script.join("\n"));
    const answers = output.trim().split(" ");
    expect(names.filter((_, at) => answers[at] !== "1")).toEqual([]);
    expect(answers.length).toBe(names.length);
  });

  it("cannot create namespaces or put anything into a terminal", async () => {
    const namespaces = [0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000];
    const script = [
      ...namespaces.map((flag) => ask(`${calls!.clone}, ${flag | 17}, 0, 0, 0, 0`)),
      ask(`${calls!.ioctl}, 0, 0x5412, 0`),
      ask(`${calls!.ioctl}, 0, 0x541c, 0`),
      ask(`${calls!.clone3}, 0, 0`),
    ];
    const { output } = await runScript(sandbox, place.workspace, script.join("\n"));
    expect(output.trim()).toBe(`${"1 ".repeat(namespaces.length + 2)}38`);
  });

  it("runs programs as usual: threads, pipes, children, files", async () => {
    const script = `
      node -e 'const { Worker } = require("worker_threads"); new Worker("console.log(1)", { eval: true })'
      node -e 'console.log(require("child_process").execFileSync("sh", ["-c", "echo 2"]).toString().trim())'
      perl -e 'if (fork) { wait; print "3\\n" }'
      if [ -x /usr/bin/python3 ]; then
        /usr/bin/python3 -c 'import threading, subprocess; t = threading.Thread(target=print, args=(4,)); t.start(); t.join()'
      else echo 4; fi
      echo b a | tr " " "\\n" | sort | head -n 1; cp /etc/passwd copy && mv copy moved && rm moved && echo 5`;
    const { output } = await runScript(sandbox, place.workspace, script);
    expect(output).toBe("1\n2\n3\n4\na\n5\n");
  });

  it.each([
    [
      "many small processes",
      `for i in 1 2 3 4 5 6; do perl -e '$x = "a" x 60e6; sleep 9' & all="$all $!"; done
      for one in $all; do wait $one || code=1; done; exit $code`,
    ],
    ["one process", `perl -e '$x = "a" x 300e6; sleep 9'`],
    [
      "files in memory",
      "for f in /tmp /dev/shm /home/agent; do head -c 120000000 /dev/zero > $f/x; done; sleep 9",
    ],
  ])("is ended if all of it exceeds the memory limit: %s", async (_what, script) => {
    const limits = { ...testLimits, groupMemoryBytes: 200e6, fileBytes: 2 ** 28, memoryFolderBytes: 2 ** 27 };
    const { code, isOverMemory } = await runScript(sandbox, place.workspace, script, { limits });
    expect({ code, isOverMemory }).toMatchObject({ isOverMemory: true });
  });
});
