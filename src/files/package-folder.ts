import { resolve } from "node:path";

/** Where Copydesk itself is. */
export const packageFolder = resolve(import.meta.dirname, "../..");
