/**
 * What this machine offers, as found by `probeSandbox`. `asRoot` is set if the service runs as root:
 * commands then run as another user of the host. `prlimit` is null if limits cannot be set.
 */
export type SandboxLevel =
  | {
      kind: "bubblewrap";
      bwrap: string;
      asRoot: { unshare: string; setpriv: string } | null;
      prlimit: string | null;
      /** Whether commands are kept from creating their own user namespaces. */
      disablesUserNamespaces: boolean;
    }
  | { kind: "none"; reason: string };

export type Bubblewrap = Extract<SandboxLevel, { kind: "bubblewrap" }>;
