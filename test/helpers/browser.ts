import { existsSync } from "node:fs";
import { onlyInTestAll, skipUnless } from "./skip-unless.ts";

export const executablePath = "/usr/bin/chromium";

/** Options for what needs a browser. */
export const inBrowser = {
  ...skipUnless(existsSync(executablePath), `there is no ${executablePath}`),
  ...onlyInTestAll("in a browser"),
};
