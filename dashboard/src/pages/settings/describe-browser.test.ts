import { expect, test } from "vitest";
import { describeBrowser } from "./describe-browser.ts";

const chromium =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";

test.each([
  [chromium, "Chrome on Linux"],
  [`${chromium} Edg/150.0`, "Edge on Linux"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Safari/604.1", "Safari on iPhone"],
  ["curl/8.5.0", "curl"],
  ["something else", "A browser"],
  [null, "A browser"],
])("%s is said as %s", (userAgent, text) => {
  expect(describeBrowser(userAgent)).toBe(text);
});
