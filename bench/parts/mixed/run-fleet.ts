import { setTimeout as sleep } from "node:timers/promises";
import { type CopydeskProcess, startCopydesk } from "../../../test/helpers/copydesk-process.ts";

type Role = "api" | "worker";

export interface Fleet {
  /** Addresses of the running API processes. */
  apiUrls(): string[];
  killed(): { apis: number; workers: number };
  stopKilling(): Promise<void>;
  end(): Promise<void>;
}

/** Runs processes of both roles; at intervals one of them is killed and replaced. */
export async function runFleet(options: {
  apis: number;
  workers: number;
  environment: Record<string, string>;
  killEveryMs: number;
}): Promise<Fleet> {
  const { environment, killEveryMs } = options;
  const roles: Role[] = [
    ...Array.from({ length: options.apis }, () => "api" as const),
    ...Array.from({ length: options.workers }, () => "worker" as const),
  ];
  const members: (CopydeskProcess | null)[] = [];
  for (const role of roles) members.push(await startCopydesk({ role, environment }));
  const killed = { apis: 0, workers: 0 };
  const stopped = new AbortController();
  const killing = (async () => {
    while (await pause(killEveryMs, stopped.signal)) {
      const at = Math.floor(Math.random() * members.length);
      const role = roles[at]!;
      const member = members[at];
      members[at] = null;
      await member?.end("SIGKILL");
      killed[role === "api" ? "apis" : "workers"] += 1;
      members[at] = await startCopydesk({ role, environment });
    }
  })();
  return {
    apiUrls: () =>
      members.flatMap((member, n) => (member !== null && roles[n] === "api" ? [member!.url] : [])),
    killed: () => killed,
    async stopKilling() {
      stopped.abort();
      await killing;
    },
    async end() {
      await Promise.all(members.map((member) => member?.end("SIGTERM")));
    },
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  return !signal.aborted;
}
