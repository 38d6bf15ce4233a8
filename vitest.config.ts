import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { longFiles } from "./test/long-files.ts";

const fullFaults = process.env.COPYDESK_FULL_FAULTS === "1";

// Set by `scripts/test.ts`.
const runsAll = process.env.COPYDESK_TEST_ALL === "1";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "dashboard/src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/node_modules/**", ...(runsAll ? [] : Object.values(longFiles).flat())],
    setupFiles: [
      "test/helpers/patient-connections.ts",
      "test/helpers/hold-starter.ts",
      "test/helpers/clean-after-file.ts",
    ],
    // Of `expect.poll`: it waits for what must come, however busy the machine is.
    expect: { poll: { timeout: 60_000 } },
    // Figures that tests print are wanted from the longest version only.
    silent: fullFaults ? false : "passed-only",
    testTimeout: fullFaults ? 3_600_000 : 300_000,
    hookTimeout: 300_000,
    // Twice the cores of the smallest machine: many tests wait for something.
    maxWorkers: 4,
    pool: "forks",
    // Loading the modules anew for each file takes a sixth of the whole time. Tests leave the environment as
    // they found it.
    isolate: false,
    // For the programs that tests start: the cache that `src/main.ts` fills.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/copydesk") },
  },
});
