/** To the starter. */
export interface StartRequest {
  id: number;
  command: readonly [string, ...string[]];
  env: Readonly<Record<string, string>>;
  user: { uid: number; gid: number } | null;
  ownGroup: boolean;
  /** One for each connected descriptor, in hexadecimal: the connection for it begins with these bytes. */
  keys: string[];
  doors: readonly string[];
}

/** From the starter. */
export type StarterMessage =
  | { kind: "ready" }
  | { kind: "started"; id: number; pid: number }
  /**
   * It certainly has not been started. `system`: as it would fail anywhere; `starter`: for a reason of the
   * starter's own.
   */
  | { kind: "refused"; id: number; by: "system" | "starter"; code: string; message: string }
  | { kind: "exited"; id: number; code: number | null };
