import { AppError } from "../../errors.ts";
import type { CliIo } from "../deps.ts";

export interface SignalWatch {
  /** Aborted by the first SIGINT or SIGTERM; the reason is the error `stopped`. */
  signal: AbortSignal;
  close(): void;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * One Ctrl-C arrives from the terminal and again from each program in between, such as npm, that forwards it.
 */
const sameMsMax = 1_000;

/** Stops gracefully on the first signal and ends the process at once on a later one. */
export function watchSignals(io: CliIo): SignalWatch {
  const controller = new AbortController();
  let firstAt = 0;
  const listeners = (["SIGINT", "SIGTERM"] as const).map((name) => {
    const listener = (): void => {
      const now = performance.now();
      if (!controller.signal.aborted) {
        firstAt = now;
        controller.abort(
          new AppError("stopped", `The command was stopped by ${name} before it was done.`, {
            details: { exitCode: exitCodes[name] },
          }),
        );
      } else if (now - firstAt > sameMsMax) io.exit(exitCodes[name]);
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
