import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { policyJsonSchema } from "../src/policy/policy-schema.ts";

/** Writes docs/policy.schema.json; src/policy/policy-schema.test.ts compares the two. */
const path = join(import.meta.dirname, "../docs/policy.schema.json");
await writeFile(path, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`);
