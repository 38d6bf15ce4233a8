// Before every test file: what its tests have started and not ended does not stay for the next one.
import { afterAll } from "vitest";
import { endProcessesLeft } from "./end-with-tests.ts";

afterAll(() => endProcessesLeft());
