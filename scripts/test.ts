/** `npm test [VITEST ARGUMENT ...]` runs every test; `--faults` runs the tests of faults and code hosts in full length instead. */
import { spawn } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const args = process.argv.slice(2);
const faults = args.includes("--faults");
const rest = args.filter((arg) => arg !== "--faults");

const vitest = spawn(
  process.execPath,
  [
    join(root, "node_modules/vitest/vitest.mjs"),
    "run",
    ...(faults ? ["test/faults", "test/code-hosts", "test/e2e/host-feedback.test.ts"] : []),
    ...rest,
  ],
  {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...(faults ? { COPYDESK_FULL_FAULTS: "1" } : {}) },
  },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => vitest.kill(signal));
vitest.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
