// Before every test file: files share their process (`isolate: false`), and what one leaves behind would
// change the outcome of the next.
import { afterAll, vi } from "vitest";
import { endProcessesLeft } from "./end-with-tests.ts";

const environment = { ...process.env };
const folder = process.cwd();

afterAll(() => {
  endProcessesLeft();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  process.chdir(folder);
});
