import { userInfo } from "node:os";
import type { Author } from "../jobs/author.ts";
import { cleanName } from "../outgoing/clean-name.ts";
import type { Gate } from "../outgoing/create-gate.ts";

/** Returns the operating system's user who runs the command. */
export async function authorOfCommand(gate: Pick<Gate, "mask">): Promise<Author> {
  return { kind: "command_line", name: await cleanName(gate, userName()) };
}

/** A user without an entry in the system's list has only a number. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? "unknown");
  }
}
