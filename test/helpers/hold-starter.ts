// Before every test file: programs are started by a small process, as in a service. The kernel copies the
// page tables of whoever starts a program, and a worker of Vitest has some hundred megabytes.
import { holdStarter } from "../../src/processes/start-program.ts";

const held = Symbol.for("copydesk.test.starter");
const globals = globalThis as { [held]?: unknown };
globals[held] ??= holdStarter();
