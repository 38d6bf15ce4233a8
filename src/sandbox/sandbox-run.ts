export interface SandboxLimits {
  /** Writable memory of one process. */
  memoryBytes: number;
  /** Memory of all processes and in-memory folders together, looked at several times a second. */
  groupMemoryBytes: number;
  /** Processes and threads together. */
  processes: number;
  /** The largest file that can be written. */
  fileBytes: number;
  /** The size of each in-memory folder (/tmp, /dev/shm, home). */
  memoryFolderBytes: number;
  /** Of one process. */
  cpuSeconds: number;
}

export interface SandboxRun {
  /** Paths as they are in the sandbox. `node` is the Node that runs the service. */
  command: readonly string[];
  /** Absolute path of the folder that becomes /workspace, the only place that can be written. */
  workspace: string;
  /** Absolute host paths that are there, read-only, under the same names. */
  readOnlyPaths: readonly string[];
  /** Folders that are there read-only under other names: host path → path below `/context`. */
  contextFolders?: Readonly<Record<string, string>>;
  /**
   * Everything the command finds in its environment, apart from PATH, HOME and the like. No secrets belong
   * here.
   */
  environment: Readonly<Record<string, string>>;
  /** Unix sockets and files of the service: host path → absolute path in the sandbox. */
  sockets: Readonly<Record<string, string>>;
  limits: SandboxLimits;
  signal: AbortSignal;
}

export const workspaceInside = "/workspace";
export const homeInside = "/home/agent";
export const memoryFolders = ["/dev/shm", "/tmp", homeInside];
