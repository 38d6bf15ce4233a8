const names = new Intl.DisplayNames(["en"], { type: "language" });

/** Returns e.g. "Brazilian Portuguese" for `pt-BR`; anything that is no language stays as it is. */
export function nameLanguage(tag: string): string {
  try {
    return names.of(tag.replaceAll("_", "-")) ?? tag;
  } catch {
    return tag;
  }
}
