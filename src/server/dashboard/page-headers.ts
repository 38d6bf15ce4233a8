/**
 * Limits a page of the dashboard to this service's scripts, styles and images, and to requests to this
 * service.
 *
 * `style-src-attr 'none'`: React sets an element's styles through the object model, which the policy does not
 * govern. It refuses `style="…"` in markup, which may come from others: text over the whole page, or a button
 * of theirs under ours. `style-src-elem` also has a nonce: the components add a style sheet of the theme's
 * colours and of breakpoints.
 */
export function pageHeaders(nonce: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'none'",
      "img-src 'self'",
      "connect-src 'self'",
      "form-action 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-frame-options": "DENY",
    "cache-control": "no-store",
  };
}
