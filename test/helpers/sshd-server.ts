import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { GitAccess } from "../../src/git/remote/git-access.ts";
import { endWithTests } from "./end-with-tests.ts";
import { temporaryFolder } from "./git-fixture.ts";

const execute = promisify(execFile);

const program = "/usr/sbin/sshd";

/** Whether this machine has sshd; says once per file when it has not. */
export function hasSshd(): boolean {
  const isThere = existsSync(program);
  if (!isThere)
    console.warn(`no ${program}: the tests of git over ssh are skipped (apt-get install openssh-server)`);
  return isThere;
}

export interface SshServer {
  port: number;
  /** Of a repository by its absolute path. */
  url(path: string): string;
  /** The key that is let in, and the host's public key. */
  access: NonNullable<GitAccess["ssh"]>;
  /** From now on the host shows another key. */
  changeHostKey(): Promise<void>;
  close(): Promise<void>;
}

/** Makes a key pair and answers its two texts. */
export async function makeSshKey(
  folder: string,
  name: string,
  options: { type?: string; passphrase?: string; format?: "PEM" } = {},
): Promise<{ privateKey: string; publicKey: string }> {
  const { type = "ed25519", passphrase = "", format } = options;
  const file = join(folder, name);
  const flags = format === undefined ? [] : ["-m", format];
  await execute("ssh-keygen", ["-q", "-t", type, ...flags, "-N", passphrase, "-C", name, "-f", file]);
  return { privateKey: await readFile(file, "utf8"), publicKey: await readFile(`${file}.pub`, "utf8") };
}

/**
 * A real sshd on a free port of the loopback, one process for each connection, that lets one key in as our
 * own user. With `command` that is what a connection runs, and git's own command is in SSH_ORIGINAL_COMMAND,
 * as with the gate of a code host.
 */
export async function startSshServer(options: { command?: string } = {}): Promise<SshServer> {
  const folder = await temporaryFolder();
  const user = await makeSshKey(folder, "user");
  const host = await makeSshKey(folder, "host-first");
  await makeSshKey(folder, "host-second");
  const restriction =
    options.command === undefined ? "" : `command="${options.command.replaceAll('"', '\\"')}" `;
  await writeFile(join(folder, "authorized_keys"), `${restriction}${user.publicKey}`, { mode: 0o600 });
  const configure = (hostKey: string) =>
    writeFile(join(folder, "sshd_config"), configuration(folder, hostKey).join("\n"));
  await configure("host-first");
  // sshd wants this empty folder when root starts it.
  if (process.getuid?.() === 0) await mkdir("/run/sshd", { recursive: true, mode: 0o755 });
  const running = new Set<Promise<unknown>>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    const ended = serve(folder, socket).finally(() => running.delete(ended));
    running.add(ended);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { username } = userInfo();
  return {
    port,
    url: (path) => `ssh://${username}@127.0.0.1:${port}${path}`,
    access: { privateKey: user.privateKey, knownHosts: `[127.0.0.1]:${port} ${host.publicKey}` },
    changeHostKey: () => configure("host-second"),
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await Promise.all(running);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configuration(folder: string, hostKey: string): string[] {
  return [
    `HostKey ${join(folder, hostKey)}`,
    `AuthorizedKeysFile ${join(folder, "authorized_keys")}`,
    "StrictModes no",
    "UsePAM no",
    "PidFile none",
    "PermitRootLogin prohibit-password",
    "PasswordAuthentication no",
    "KbdInteractiveAuthentication no",
    "AcceptEnv GIT_PROTOCOL",
    "PrintMotd no\n",
  ];
}

/** As inetd does: the connection is sshd's standard input and output. */
async function serve(folder: string, socket: Socket): Promise<void> {
  const child = spawn(program, ["-i", "-e", "-f", join(folder, "sshd_config")], {
    stdio: [socket, socket, "ignore"],
  });
  endWithTests(child);
  await new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
  socket.destroy();
}
