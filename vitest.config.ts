import { defineConfig } from "vitest/config";

const fullFaults = process.env.COPYDESK_FULL_FAULTS === "1";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "scripts/**/*.test.ts"],
    exclude: ["**/node_modules/**"],
    testTimeout: fullFaults ? 3_600_000 : 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: "forks",
  },
});
