/** `npm run check:patterns`: every regular expression takes linear time. Minutes at first, seconds once the proofs are known. */
import { join } from "node:path";
import { findSlowPatterns } from "./prove-patterns.ts";

const faults = await findSlowPatterns(join(import.meta.dirname, ".."));
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
