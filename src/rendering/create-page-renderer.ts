import { createProcessPool } from "../checks/processes/create-process-pool.ts";
import { pageLimitMs } from "../checks/processes/time-limits.ts";
import { AppError } from "../errors.ts";
import type { RenderedChange, RenderInput } from "./render-change.ts";

/** Renders pages in separate processes with time and memory limits, because their content is untrusted. */
export interface PageRenderer {
  /** Throws `check_timeout` if a page takes too much time or memory. */
  render(input: RenderInput): Promise<RenderedChange>;
  close(): void;
}

const heapLimitMb = 256;

export function createPageRenderer({ limitMs = 2 * pageLimitMs }: { limitMs?: number } = {}): PageRenderer {
  const pool = createProcessPool({ holds: "renderings", processesMax: 2, heapLimitMb });
  return {
    async render(input) {
      const { outcome } = await pool.run({ limitMs, makeCall: () => ({ kind: "render", ...input }) });
      if (outcome.kind === "result") return outcome.result as RenderedChange;
      if (outcome.kind === "error") throw new Error(outcome.message);
      const why =
        outcome.kind === "late" ? `it took longer than ${limitMs / 1000} seconds` : "it took too much memory";
      throw new AppError("check_timeout", `The page cannot be shown rendered: ${why}.`);
    },
    close: () => pool.close(),
  };
}
