/** Message to the starter. */
export interface StartRequest {
  id: number;
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  user: { uid: number; gid: number } | null;
  ownGroup: boolean;
  /** One for each connected descriptor, in hexadecimal: its connection begins with these bytes. */
  keys: string[];
  doors: readonly string[];
}

/** Message from the starter. */
export type StarterMessage =
  | { kind: "ready" }
  | { kind: "started"; id: number; pid: number }
  /**
   * The program certainly was not started. `system`: it would fail anywhere; `starter`: the reason lies
   * with the starter.
   */
  | { kind: "refused"; id: number; by: "system" | "starter"; code: string; message: string }
  | { kind: "exited"; id: number; code: number | null };
