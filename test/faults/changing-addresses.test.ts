import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseRepository } from "../../src/git/remote/parse-repository.ts";
import { runRemoteGit } from "../../src/git/remote/run-remote-git.ts";
import { createGuardedFetch } from "../../src/network/guard-fetch.ts";
import { askEachHost, hostCount } from "./ask-each-host.ts";

const execute = promisify(execFile);

let trap: Server;
let trapPort: number;
let connections = 0;

beforeAll(async () => {
  trap = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(trap, "listening");
  trapPort = (trap.address() as AddressInfo).port;
});

afterAll(() => void trap.close());

describe("a name that answers differently from one time to the next", () => {
  /** Answers in turn, and counts the questions. */
  function resolver(...answers: string[][]) {
    const asked: string[] = [];
    const lookup = async (host: string) => {
      const found = answers[Math.min(asked.length, answers.length - 1)] ?? [];
      asked.push(host);
      return found.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    };
    return { asked, lookup };
  }

  test("is asked once for each connection, which goes to the address that was checked", async () => {
    const before = connections;
    const { asked, lookup } = resolver(["127.0.0.1"], ["169.254.169.254"]);
    const guarded = createGuardedFetch({ allowPrivate: true, lookup });
    await expect(guarded(`http://rebinding.test:${trapPort}/`)).rejects.toThrow();
    expect([asked.length, connections - before]).toEqual([1, 1]);
    const second = await guarded(`http://rebinding.test:${trapPort}/`).catch(
      (error: { code: string }) => error.code,
    );
    expect([second, asked.length, connections - before]).toEqual(["url_not_allowed", 2, 1]);
  });

  test.each(["http", "ssh"] as const)("is not asked again by git over %s", async (protocol) => {
    const before = connections;
    const folder = await mkdtemp(join(tmpdir(), "copydesk-key-"));
    await execute("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(folder, "key")]);
    const ssh = {
      privateKey: await readFile(join(folder, "key"), "utf8"),
      knownHosts: "changing.test ssh-rsa AAAA",
    };
    await rm(folder, { recursive: true });
    // The resolver knows no such name: only the address that was checked leads anywhere.
    const url = `${protocol}://${protocol === "ssh" ? "git@" : ""}changing.test:${trapPort}/x.git`;
    const options = {
      repository: parseRepository(url),
      allowPrivateAddresses: true,
      access: async () => ({ login: null, ssh }),
    };
    const remote = { url, protocol, address: "127.0.0.1", local: null, proxy: null };
    const command = { at: ["--git-dir=/dev/null"], verb: "ls-remote", args: ["--", url] } as const;
    const { code } = await runRemoteGit(options, remote, command);
    expect(code).not.toBe(0);
    expect(connections - before).toBeGreaterThanOrEqual(1);
  });

  test.each([
    ["one of several is private", [["93.184.215.14", "127.0.0.1"]]],
    ["an IPv6 one is loopback", [["2606:2800:220:1::1", "::1"]]],
    ["it is metadata", [["169.254.169.254"]]],
    ["there is none", [[]]],
  ])("is not contacted when %s, by hosts and webhooks", async (_what, answers) => {
    const before = connections;
    const guarded = createGuardedFetch({ allowPrivate: false, lookup: resolver(...answers).lookup });
    const codes = await askEachHost(`http://changing.test:${trapPort}/api`, guarded);
    expect(codes).toEqual(Array(hostCount).fill("url_not_allowed"));
    const hook = guarded(`http://changing.test:${trapPort}/`, {
      method: "POST",
      redirect: "manual",
      body: "{}",
    });
    await expect(hook).rejects.toMatchObject({ code: "url_not_allowed" });
    expect(connections - before).toBe(0);
  });
});
