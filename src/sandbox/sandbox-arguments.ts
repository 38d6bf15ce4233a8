import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Bubblewrap } from "./sandbox-level.ts";
import { homeInside, type SandboxRun, workspaceInside } from "./sandbox-run.ts";

const userInside = "1000";
const ownFolder = "/opt/copydesk";
const stagingFolder = "/mnt";
const systemFolders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];
const systemFiles = ["/etc/ld.so.cache", "/etc/alternatives"];
const ownFiles = ["passwd", "group", "hosts", "nsswitch.conf"];

/** The file descriptor on which bubblewrap says which process is the first one of the sandbox. */
export const statusDescriptor = 3;

interface Mount {
  source: string;
  target: string;
  isWritable: boolean;
}

/**
 * The program and arguments that run a command in the sandbox. With `hostUser` (the service is root) a first bubblewrap only
 * lays out the folders, which that user may not be able to reach by their names; then the user is changed and the second one
 * makes the sandbox without any privilege.
 */
export function sandboxArguments(
  level: Bubblewrap,
  run: SandboxRun,
  hostUser: number | null,
): { program: string; arguments: string[] } {
  const mounts = listMounts(run);
  const staged =
    hostUser === null
      ? mounts
      : mounts.map((mount, index) => ({ ...mount, source: `${stagingFolder}/${index}` }));
  const inner = [...profile(level, staged, run), "--", ...limited(level, run)];
  if (hostUser === null || level.setpriv === null) return { program: level.bwrap, arguments: inner };
  return {
    program: level.bwrap,
    arguments: [
      ...["--die-with-parent", "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"],
      ...["--dev-bind", "/", "/", "--tmpfs", stagingFolder],
      ...mounts.flatMap((mount, index) => [bindFlag(mount), mount.source, `${stagingFolder}/${index}`]),
      ...["--", level.setpriv, `--reuid=${hostUser}`, `--regid=${hostUser}`, "--clear-groups"],
      ...["--inh-caps=-all", "--bounding-set=-all", "--", level.bwrap, ...inner],
    ],
  };
}

function listMounts(run: SandboxRun): Mount[] {
  const readOnly = (source: string, target: string) => ({ source, target, isWritable: false });
  return [
    ...ownFiles.map((name) => readOnly(join(import.meta.dirname, "etc", name), `/etc/${name}`)),
    readOnly(process.execPath, `${ownFolder}/bin/node`),
    ...run.readOnlyPaths.map((path) => readOnly(path, path)),
    ...Object.entries(run.sockets).map(([source, target]) => readOnly(source, target)),
    { source: run.workspace, target: workspaceInside, isWritable: true },
  ];
}

function bindFlag(mount: Mount): string {
  return mount.isWritable ? "--bind" : "--ro-bind";
}

/** Everything is read-only or in memory, apart from the workspace. */
function profile(level: Bubblewrap, mounts: readonly Mount[], run: SandboxRun): string[] {
  const memoryFolder = (path: string, mode: string) => [
    ...["--perms", mode, "--size", String(run.limits.fileBytes), "--tmpfs", path],
  ];
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"],
    "--unshare-cgroup-try",
    ...(level.disablesUserNamespaces ? ["--disable-userns"] : []),
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--uid", userInside, "--gid", userInside, "--hostname", "sandbox"],
    ...["--json-status-fd", String(statusDescriptor)],
    ...["--ro-bind", "/usr", "/usr", ...systemFolders.flatMap(systemFolder)],
    ...["--proc", "/proc", "--dev", "/dev", ...memoryFolder("/dev/shm", "1777"), "--remount-ro", "/dev"],
    ...memoryFolder("/tmp", "1777"),
    ...memoryFolder(homeInside, "0700"),
    ...systemFiles.flatMap((path) => ["--ro-bind-try", path, path]),
    ...mounts.flatMap((mount) => [bindFlag(mount), mount.source, mount.target]),
    ...["--remount-ro", "/", "--chdir", workspaceInside],
    ...["--clearenv", ...environment(run)],
  ];
}

/** A folder of the root: a link into /usr on most systems, a folder of its own on others. */
function systemFolder(path: string): string[] {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  return entry.isSymbolicLink() ? ["--symlink", readlinkSync(path), path] : ["--ro-bind", path, path];
}

function environment(run: SandboxRun): string[] {
  const all = {
    PATH: `${ownFolder}/bin:/usr/local/bin:/usr/bin:/bin`,
    HOME: homeInside,
    USER: "agent",
    LOGNAME: "agent",
    SHELL: "/bin/sh",
    LANG: "C.UTF-8",
    TERM: "dumb",
    TMPDIR: "/tmp",
    ...run.environment,
  };
  return Object.entries(all).flatMap(([name, value]) => ["--setenv", name, value]);
}

function limited(level: Bubblewrap, { command, limits }: SandboxRun): string[] {
  if (level.prlimit === null) return [...command];
  return [
    level.prlimit,
    `--data=${limits.memoryBytes}`,
    `--nproc=${limits.processes}`,
    `--fsize=${limits.fileBytes}`,
    `--cpu=${limits.cpuSeconds}`,
    ...["--core=0", "--nofile=4096", "--", ...command],
  ];
}
