export interface SandboxLimits {
  /** Writable memory of one process. */
  memoryBytes: number;
  /** Memory of all processes and in-memory folders together, measured several times a second. */
  groupMemoryBytes: number;
  /** Processes and threads together. */
  processes: number;
  /** Size of the largest file that can be written. */
  fileBytes: number;
  /** Size of each in-memory folder (/tmp, /dev/shm, home). */
  memoryFolderBytes: number;
  /** CPU time of one process. */
  cpuSeconds: number;
}

export interface SandboxRun {
  /** Program and arguments, with paths of the sandbox. `node` is the Node that runs the service. */
  command: readonly string[];
  /** Absolute path of the folder that becomes /workspace, the only writable place. */
  workspace: string;
  /** Absolute host paths, mounted read-only under the same names. */
  readOnlyPaths: readonly string[];
  /** Folders mounted read-only under other names: host path → path below `/context`. */
  contextFolders?: Readonly<Record<string, string>>;
  /** The command's whole environment, apart from PATH, HOME and the like. Must not contain secrets. */
  environment: Readonly<Record<string, string>>;
  /** Unix sockets and files of the service: host path → absolute path in the sandbox. */
  sockets: Readonly<Record<string, string>>;
  limits: SandboxLimits;
  signal: AbortSignal;
}

export const workspaceInside = "/workspace";
export const homeInside = "/home/agent";
export const memoryFolders = ["/dev/shm", "/tmp", homeInside];
