import type { CliIo } from "./deps.ts";

export interface SignalWatch {
  /** Aborted by the first SIGINT or SIGTERM. */
  signal: AbortSignal;
  close(): void;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** The first signal asks to stop, the second one ends the process at once. */
export function watchSignals(io: CliIo): SignalWatch {
  const controller = new AbortController();
  const listeners = (["SIGINT", "SIGTERM"] as const).map((name) => {
    const listener = (): void => {
      if (controller.signal.aborted) io.exit(exitCodes[name]);
      else controller.abort();
    };
    io.onSignal(name, listener);
    return { name, listener };
  });
  return {
    signal: controller.signal,
    close() {
      for (const { name, listener } of listeners) io.offSignal(name, listener);
    },
  };
}

export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
