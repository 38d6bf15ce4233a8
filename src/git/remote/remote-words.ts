/**
 * Output of a remote in the lines that git prints: `remote: …` for the host's text, `fatal: …` for errors.
 */
export interface RemoteWords {
  /** Contains no credentials. */
  stderr: string;
  /** Kind of credentials that were sent. */
  proof: "none" | "password" | "key";
  /** `exit`: ended by itself. Otherwise it exceeded a limit and was ended. */
  ended: "exit" | "stopped" | "timeout" | "output_limit";
}
