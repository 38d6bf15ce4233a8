import { createHash } from "node:crypto";

/**
 * Limits a page of the documentation to scripts, styles and images of this service. Of scripts within the
 * page, exactly those that the build has put there may run.
 */
export function docsPolicy(page: string): Record<string, string> {
  const hashes = scriptsIn(page).map((text) => ` '${hash(text)}'`);
  return {
    "content-security-policy": [
      "default-src 'none'",
      `script-src 'self'${[...new Set(hashes)].join("")}`,
      "style-src 'self'",
      // Icons of the theme are in its style sheet.
      "img-src 'self' data:",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "cross-origin-opener-policy": "same-origin",
    "referrer-policy": "no-referrer",
  };
}

function scriptsIn(page: string): string[] {
  return page
    .split("<script")
    .slice(1)
    .flatMap((part) => {
      const start = part.indexOf(">");
      const text = part.slice(start + 1, part.indexOf("</script>"));
      return / src=/.test(part.slice(0, start)) ? [] : [text];
    });
}

const hash = (text: string): string => `sha256-${createHash("sha256").update(text).digest("base64")}`;
