/** A text of a navigation, and its key. */
export interface NavigationText {
  key: string;
  text: string;
}

/** Keys whose address leads readers away; under all others the build or the page loads what is there. */
const leadsAway = new Set(["href", "url", "destination", "source", "link", ""]);

/**
 * Returns the first new text that would run code or load something from a host that `file` does not name, or
 * null.
 */
export function findUnsafeEntry(
  file: string,
  before: readonly NavigationText[],
  after: readonly NavigationText[],
): string | null {
  const known = new Set(before.map(({ key, text }) => `${key}\n${text}`));
  for (const { key, text } of after) {
    if (known.has(`${key}\n${text}`)) continue;
    const address = text.replace(/[\u0000-\u0020\u007f-\u00a0]/g, "").toLowerCase();
    if (/^(?:javascript|vbscript|data):/.test(address)) return `this adds the address ${shown(text)}`;
    const [, host] = /^(?:[a-z][a-z0-9+.-]*:)?[\\/]{2,}([^\\/?#]*)/.exec(address) ?? [];
    if (host !== undefined && !leadsAway.has(key) && !file.toLowerCase().includes(`//${host}`)) {
      return `this loads ${key} from ${shown(host)}`;
    }
  }
  return null;
}

function shown(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
