import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { endWithTests } from "./end-with-tests.ts";

export interface ApiProcess {
  url: string;
  child: ChildProcess;
  /** Ends the process with SIGKILL and waits for its end. */
  kill(): Promise<void>;
}

/** Another API process, as on another machine, on the same database. */
export async function startApiProcess(
  connection: unknown,
  options: { dieAfterCommit?: boolean } = {},
): Promise<ApiProcess> {
  const argument = JSON.stringify({ connection, ...options });
  const child = fork(join(import.meta.dirname, "api-process.ts"), [argument], {
    execArgv: [],
    stdio: "inherit",
  });
  endWithTests(child);
  const ended = once(child, "exit");
  const failed = ended.then(() => {
    throw new Error("the API process ended before it listened");
  });
  const [{ port }] = (await Promise.race([once(child, "message"), failed])) as [{ port: number }];
  failed.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}`,
    child,
    async kill() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
