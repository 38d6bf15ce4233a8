/**
 * What a remote has said, in the lines that git prints: `remote: …` for the host's words, `fatal: …` for what
 * went wrong.
 */
export interface RemoteWords {
  /** Says nothing of the credentials. */
  stderr: string;
  /** What we proved ourselves with. */
  proof: "none" | "password" | "key";
  /** `exit`: by itself. Else it was over a limit and has been ended. */
  ended: "exit" | "stopped" | "timeout" | "output_limit";
}
