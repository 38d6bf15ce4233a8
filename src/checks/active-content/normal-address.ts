const named: Record<string, string> = {
  amp: "&",
  colon: ":",
  tab: "\t",
  newline: "\n",
  sol: "/",
  period: ".",
  lpar: "(",
  rpar: ")",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const addressCharactersMax = 4_000;

/**
 * Normalises an address as a browser does: decodes entities and escapes, drops white space and control
 * characters, and writes the scheme in lower case.
 */
export function normalAddress(written: string): string {
  const text = written
    .slice(0, addressCharactersMax)
    .replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,8}));?/gi, (whole, hex, decimal, name) =>
      name === undefined ? fromCode(hex, decimal) : (named[name.toLowerCase()] ?? whole),
    )
    .replace(/\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})/gi, (_, long, short) =>
      fromCode(long ?? short, undefined),
    )
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/[\u0000-\u0020\u007f-\u00a0\u200b-\u200f\u2028\u2029\ufeff]/g, "");
  const colon = text.indexOf(":");
  return colon < 0 ? text : text.slice(0, colon).toLowerCase() + text.slice(colon);
}

function fromCode(hex: string | undefined, decimal: string | undefined): string {
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

/** Whether following or loading the address runs something. Pictures as `data:` run nothing. */
export function isRunnable(address: string): boolean {
  if (/^(?:javascript|vbscript|livescript|blob|filesystem|view-source):/.test(address)) return true;
  return (
    address.startsWith("data:") &&
    !/^data:(?:image\/(?:png|jpe?g|gif|webp|avif|bmp|x-icon)|font\/|audio\/|video\/)/i.test(address)
  );
}

/** Returns the host of an address outside the site, in lower case, else null. */
export function hostOf(address: string): string | null {
  const [, host] = /^(?:https?:[\\/]*|(?:[a-z][a-z0-9+.-]*:)?[\\/]{2,})([^\\/?#]*)/i.exec(address) ?? [];
  if (host === undefined || host === "" || address.startsWith("data:")) return null;
  return host
    .slice(host.lastIndexOf("@") + 1)
    .replace(/:\d*$/, "")
    .toLowerCase();
}
