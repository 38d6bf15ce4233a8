/**
 * What this machine offers, as found by `probeSandbox`. `asRoot` is there when the service runs as root: the
 * commands then run as another user of the host. `prlimit` is null where limits cannot be set.
 */
export type SandboxLevel =
  | {
      kind: "bubblewrap";
      bwrap: string;
      asRoot: { unshare: string; setpriv: string } | null;
      prlimit: string | null;
      /** Whether commands are kept from making user namespaces of their own. */
      disablesUserNamespaces: boolean;
    }
  | { kind: "none"; reason: string };

export type Bubblewrap = Extract<SandboxLevel, { kind: "bubblewrap" }>;
