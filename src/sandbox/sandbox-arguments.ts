import { lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Bubblewrap } from "./sandbox-level.ts";
import { homeInside, type SandboxRun, workspaceInside } from "./sandbox-run.ts";
import { seccompFilter } from "./seccomp-filter.ts";

const userInside = "1000";
const ownFolder = "/opt/copydesk";
const stagingFolder = "/mnt";
const systemFolders = ["/bin", "/sbin", "/lib", "/lib32", "/lib64"];
const systemFiles = ["/etc/ld.so.cache", "/etc/alternatives"];
const ownFiles = ["passwd", "group", "hosts", "nsswitch.conf"];

/** File descriptor on which bubblewrap reports the sandbox's first process. */
export const statusDescriptor = 3;
/** File descriptor from which it reads the system call filter. */
export const filterDescriptor = 4;

interface Mount {
  source: string;
  target: string;
  isWritable: boolean;
}

/**
 * For root: mounts the folders, which the sandbox's user may not be able to reach by name, where only this
 * process and its children see them, then switches to that user. All in one process: bubblewrap must be the
 * service's own child to die with it, because an unprivileged process in between could not end one of
 * another user.
 */
const stagingScript = `
PATH=/usr/sbin:/usr/bin:/sbin:/bin
set -e
mount -t tmpfs -o mode=0755 tmpfs ${stagingFolder}
left=$1; index=0; shift
while [ "$left" -gt 0 ]; do
  if [ -d "$1" ]; then mkdir ${stagingFolder}/$index; else : > ${stagingFolder}/$index; fi
  mount --bind "$1" ${stagingFolder}/$index
  shift; left=$((left - 1)); index=$((index + 1))
done
exec "$@"`;

/**
 * Returns the program and arguments that run a command in the sandbox. `hostUser` is the user to switch to
 * if the service is root.
 */
export function sandboxArguments(
  level: Bubblewrap,
  run: SandboxRun,
  hostUser: number | null,
): { program: string; arguments: string[] } {
  const mounts = listMounts(run);
  const limits = limited(level, run);
  if (level.asRoot === null || hostUser === null)
    return { program: level.bwrap, arguments: [...profile(level, mounts, run), "--", ...limits] };
  const staged = mounts.map((mount, index) => ({ ...mount, source: `${stagingFolder}/${index}` }));
  return {
    program: level.asRoot.unshare,
    arguments: [
      ...["--mount", "--propagation", "private", "--", "/bin/sh", "-c", stagingScript, "sh"],
      ...[String(mounts.length), ...mounts.map(({ source }) => source)],
      ...[level.asRoot.setpriv, `--reuid=${hostUser}`, `--regid=${hostUser}`, "--clear-groups"],
      ...["--inh-caps=-all", "--bounding-set=-all", "--no-new-privs", "--", level.bwrap],
      ...[...profile(level, staged, run), "--", ...limits],
    ],
  };
}

function listMounts(run: SandboxRun): Mount[] {
  const readOnly = (source: string, target: string) => ({ source, target, isWritable: false });
  return [
    ...ownFiles.map((name) => readOnly(join(import.meta.dirname, "etc", name), `/etc/${name}`)),
    readOnly(process.execPath, `${ownFolder}/bin/node`),
    ...run.readOnlyPaths.map((path) => readOnly(path, path)),
    ...Object.entries(run.contextFolders ?? {}).map(([source, target]) => readOnly(source, target)),
    ...Object.entries(run.sockets).map(([source, target]) => readOnly(source, target)),
    { source: run.workspace, target: workspaceInside, isWritable: true },
  ];
}

function bindFlag(mount: Mount): string {
  return mount.isWritable ? "--bind" : "--ro-bind";
}

/** Returns bubblewrap's arguments: everything is read-only or in memory, except the workspace. */
function profile(level: Bubblewrap, mounts: readonly Mount[], run: SandboxRun): string[] {
  const memoryFolder = (path: string, mode: string) => [
    ...["--perms", mode, "--size", String(run.limits.memoryFolderBytes), "--tmpfs", path],
  ];
  return [
    ...["--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"],
    "--unshare-cgroup-try",
    ...(level.disablesUserNamespaces ? ["--disable-userns"] : []),
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--uid", userInside, "--gid", userInside, "--hostname", "sandbox"],
    ...["--json-status-fd", String(statusDescriptor)],
    ...(seccompFilter(process.arch) === null ? [] : ["--seccomp", String(filterDescriptor)]),
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

/** Returns arguments for a folder of the root: a link into /usr on most systems, a real folder on others. */
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
