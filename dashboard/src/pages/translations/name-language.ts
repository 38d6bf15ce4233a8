const names = new Intl.DisplayNames(["en"], { type: "language" });

/** "Brazilian Portuguese" for `pt-BR`; what is no language is its own name. */
export function nameLanguage(tag: string): string {
  try {
    return names.of(tag.replaceAll("_", "-")) ?? tag;
  } catch {
    return tag;
  }
}
