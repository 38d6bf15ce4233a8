import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { onlyInTestAll, skipUnless } from "./skip-unless.ts";

export const executablePath = "/usr/bin/chromium";

/** How long a browser on a busy machine may take to close its pages. */
const closeMs = 60_000;

/** Closes a browser. One that hangs is killed when the process of the tests ends. */
export async function closeBrowser(browser: Browser): Promise<void> {
  await Promise.race([browser.close(), sleep(closeMs, undefined, { ref: false })]);
}

/** Options for what needs a browser. */
export const inBrowser = {
  ...skipUnless(existsSync(executablePath), `there is no ${executablePath}`),
  ...onlyInTestAll("in a browser"),
};
