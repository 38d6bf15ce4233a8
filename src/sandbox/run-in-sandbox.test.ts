import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { lstat, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  findProcesses,
  makePlace,
  type Place,
  probeForTests,
  runScript,
  testLimits,
} from "../../test/helpers/acp-sandbox.ts";
import { endWithTests } from "../../test/helpers/end-with-tests.ts";
import { holdReadyStarter } from "../../test/helpers/held-starter.ts";
import { skipUnless } from "../../test/helpers/skip-unless.ts";
import { findGroupPlace } from "../processes/find-group-place.ts";
import { probeSandbox } from "./probe-sandbox.ts";
import { runInSandbox } from "./run-in-sandbox.ts";

const { sandbox, inSandbox } = await probeForTests();
const groups = await findGroupPlace({ isTrial: true });
const isRoot = process.getuid?.() === 0;

let place: Place;
beforeEach(async () => {
  place = await makePlace();
});
afterEach(() => place.remove());

describe("without a sandbox", () => {
  it("refuses to run anything and says why", async () => {
    const level = await probeSandbox({ programFolders: [place.root] });
    expect(level).toEqual({ kind: "none", reason: "bubblewrap (bwrap) is not installed" });
    await expect(runScript(level, place.workspace, "touch ran")).rejects.toMatchObject({
      code: "sandbox_unavailable",
      message: "Commands cannot be run here: bubblewrap (bwrap) is not installed",
    });
    expect(await readdir(place.workspace)).toEqual([]);
  });

  it("treats a bubblewrap that does not work as none", async () => {
    for (const name of ["bwrap", "setpriv", "unshare"])
      await writeFile(join(place.root, name), "#!/bin/sh\necho no namespaces here >&2\nexit 1\n", {
        mode: 0o755,
      });
    const level = await probeSandbox({ programFolders: [place.root] });
    expect(level).toEqual({ kind: "none", reason: "bubblewrap does not work: no namespaces here" });
  });
});

describe("a command in the sandbox", inSandbox, () => {
  const run = (script: string, more: Parameters<typeof runScript>[3] = {}) =>
    runScript(sandbox, place.workspace, script, more);

  it("edits the workspace, which belongs to the service afterwards", async () => {
    await writeFile(join(place.workspace, "a.md"), "old\n");
    const { code, output } = await run(
      "pwd; echo new > a.md; mkdir d; echo b > d/b.md; chmod 000 d/b.md d; ls",
    );
    expect({ code, output }).toEqual({ code: 0, output: "/workspace\na.md\nd\n" });
    expect(await readFile(join(place.workspace, "a.md"), "utf8")).toBe("new\n");
    expect(await readFile(join(place.workspace, "d/b.md"), "utf8")).toBe("b\n");
    const { uid, gid } = await lstat(join(place.workspace, "d/b.md"));
    expect(uid).toBe(process.getuid?.());
    if (isRoot) expect(gid).toBe(0);
    await rm(place.workspace, { recursive: true });
  });

  it("is an unprivileged user without capabilities, also on the host", async () => {
    const { output } = await run("id; cat /proc/self/status; stat -c %u /proc/self");
    expect(output).toContain("uid=1000(agent) gid=1000(agent) groups=1000(agent)");
    for (const set of ["CapPrm", "CapEff", "CapBnd", "CapAmb"])
      expect(output).toContain(`${set}:\t0000000000000000`);
    expect(output).toContain("NoNewPrivs:\t1");
    if (isRoot) {
      const { output: owner } = await run("grep tmpfs /proc/self/mountinfo");
      expect(owner).toMatch(/uid=1879\d{6}/);
    }
  });

  it.each([
    ["a file of the host", (canary: string) => `cat ${canary}`],
    ["the folders of the host", () => "ls /root /home/* /work /var /srv /opt/* /mnt /boot; cat /etc/shadow"],
    ["the environment of the service", () => "cat /proc/*/environ; env"],
    ["other processes and their arguments", () => "cat /proc/*/cmdline /proc/*/maps"],
    [
      "the kernel's and the devices' doors",
      () => "cat /proc/kcore /proc/sysrq-trigger /dev/mem; ls /sys /dev/vda* /dev/sda*",
    ],
  ])("cannot read %s", async (_what, script) => {
    const canary = `canary-${randomUUID()}`;
    const file = join(tmpdir(), canary);
    await writeFile(file, canary);
    process.env.COPYDESK_TEST_CANARY = canary;
    try {
      const { output } = await run(script(file).replaceAll("cat ", "timeout 2 cat "));
      expect(output.replaceAll(file, "")).not.toContain(canary);
      expect(output).not.toMatch(/root:[^:x*!]|PATH=.*node_modules/);
    } finally {
      delete process.env.COPYDESK_TEST_CANARY;
      await rm(file);
    }
  });

  it.each([
    ["/usr", "touch /usr/x"],
    ["the root", "touch /x"],
    ["/etc", "echo x >> /etc/passwd"],
    ["our own Node", "echo x > /opt/copydesk/bin/node"],
    ["/dev", "touch /dev/x"],
    ["the kernel's settings", "echo x > /proc/sys/kernel/core_pattern"],
    ["mounts", "mount -t tmpfs none /tmp"],
    ["user namespaces of its own", "unshare --user --map-root-user true"],
    ["a device", "mknod /tmp/d b 254 0"],
    ["a large file", "head -c 80000000 /dev/zero > big"],
    ["a full /tmp", "for i in 1 2 3; do head -c 40000000 /dev/zero > /tmp/$i || exit 1; done"],
  ])("cannot write or create %s", async (_what, script) => {
    const { output } = await run(`(${script}) || echo refused`);
    expect(output.trim().split("\n").at(-1)).toBe("refused");
  });

  it("has no network, not even to this machine", async () => {
    const server = createServer((socket) => socket.end("reached")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as { port: number };
    const connect = (target: string) => `node -e "require('net').connect(${target})
      .on('data', (d) => console.log(String(d))).on('error', (e) => console.log(e.code))"`;
    try {
      const { output } = await run(
        [`${port}, '127.0.0.1'`, "53, '9.9.9.9'", "80, '169.254.169.254'"].map(connect).join("\n"),
      );
      expect(output.trim().split("\n")).toEqual(["ECONNREFUSED", "ENETUNREACH", "ENETUNREACH"]);
    } finally {
      server.close();
    }
  });

  it("gets no more memory and processes than its limits", async () => {
    const limits = { ...testLimits, memoryBytes: 2 ** 28, processes: 32 };
    const memory = await run(`node -e "Buffer.alloc(2 ** 29).fill(1); console.log('got it')"`, { limits });
    expect(memory.output).not.toContain("got it");
    const processes = await run("for i in $(seq 60); do sleep 9 & done; echo got it", { limits });
    expect(processes.output).not.toContain("got it");
  });

  it("sees what it is given, read-only, under the same name", async () => {
    const shown = join(place.root, "tool");
    await writeFile(shown, "#!/bin/sh\necho I run\n", { mode: 0o755 });
    const { output } = await run(`${shown}; echo x >> ${shown} || echo refused; ls ${place.root}`, {
      readOnlyPaths: [shown],
    });
    expect(output).toContain("I run\n");
    expect(output).toContain("refused\ntool\n");
  });

  it.each([
    ["/"],
    ["/home"],
    ["/etc/ssl"],
    ["/proc/1"],
    ["relative"],
    ["/a/../b/c"],
    ["/srv/people/.ssh/id_ed25519"],
  ])("never gets %s", async (path) => {
    await expect(run("true", { readOnlyPaths: [path] })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });

  it("never gets a folder around the workspace", async () => {
    await expect(run("true", { readOnlyPaths: [place.root] })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });

  it("is not started if that is impossible, and the workspace stays the service's", async () => {
    const environment = { LARGE: "x".repeat(4 * 1024 * 1024) };
    await expect(run("true", { environment })).rejects.toMatchObject({ code: "invalid_configuration" });
    expect((await lstat(place.workspace)).uid).toBe(process.getuid?.());
  });

  it("leaves no process behind when it ends or is aborted, and no folder that cannot be removed", async () => {
    const mark = `86400.${Date.now()}`;
    const name = "deep".repeat(60);
    const deep = `for i in $(seq 40); do mkdir ${name}; cd ${name}; done`;
    await run(
      `(setsid sleep ${mark} >/dev/null 2>&1 &) ; (cd /workspace; ${deep}); touch "$(printf '\\377')"; mkdir "$(printf 'd\\377')"; touch "$(printf 'd\\377/x')"`,
    );
    expect(await findProcesses(mark)).toEqual([]);
    expect(await readdir(place.workspace)).toEqual([name]);
    const aborter = new AbortController();
    const sandboxed = await runInSandbox(sandbox, {
      command: ["/bin/sh", "-c", `for i in 1 2 3; do setsid sleep ${mark} & done; echo ready; sleep ${mark}`],
      workspace: place.workspace,
      readOnlyPaths: [],
      environment: {},
      sockets: {},
      limits: testLimits,
      signal: aborter.signal,
    });
    await once(sandboxed.stdout, "data");
    expect((await findProcesses(mark)).length).toBeGreaterThan(3);
    aborter.abort();
    expect((await sandboxed.ended).code).not.toBe(0);
    expect(await findProcesses(mark)).toEqual([]);
  });

  it(
    "has a hard memory limit for all of it if control groups can be created",
    skipUnless(groups.version !== null, "no control groups can be made here"),
    async () => {
      const { release } = await holdReadyStarter();
      // Each holds its memory until the others have theirs, however busy the machine is.
      const fill = "dd if=/dev/zero bs=60M count=1 2>/dev/null | (sleep 10; cat >/dev/null)";
      const limits = { ...testLimits, groupMemoryBytes: 200 * 2 ** 20 };
      const { code, isOverMemory } = await run(`for n in 1 2 3 4; do ${fill} & done; wait; exit 1`, {
        limits,
      }).finally(release);
      expect(isOverMemory).toBe(true);
      expect(code).not.toBe(0);
    },
  );

  it.each(["directly", "by the starter"])("dies with the service that started it %s", async (how) => {
    const mark = `86400.${Date.now()}1`;
    const run = {
      command: ["/bin/sh", "-c", `setsid sleep ${mark} & echo ready; sleep ${mark}`],
      workspace: place.workspace,
      readOnlyPaths: [],
      environment: {},
      sockets: {},
      limits: testLimits,
    };
    const program = `
      import { runInSandbox } from ${JSON.stringify(join(import.meta.dirname, "run-in-sandbox.ts"))};
      import { holdReadyStarter } from ${JSON.stringify(join(import.meta.dirname, "../../test/helpers/held-starter.ts"))};
      if (${how === "by the starter"}) await holdReadyStarter();
      const run = { ...${JSON.stringify(run)}, signal: new AbortController().signal };
      const { stdout } = await runInSandbox(${JSON.stringify(sandbox)}, run);
      stdout.on("data", (chunk) => process.stdout.write(chunk));`;
    const service = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    endWithTests(service);
    await once(service.stdout, "data");
    expect((await findProcesses(mark)).length).toBeGreaterThan(2);
    service.kill("SIGKILL");
    await vi.waitUntil(async () => (await findProcesses(mark)).length === 0, { timeout: 60_000 });
  });
});
