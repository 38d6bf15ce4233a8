/** Formats of documentation that are not edited yet. */
export const uneditedFormats = [
  { name: "AsciiDoc", file: /\.(?:adoc|asciidoc)$/i },
  { name: "reStructuredText", file: /\.rst$/i },
];

/** The one of them that a file is in, or null. */
export function uneditedFormat(path: string): string | null {
  return uneditedFormats.find(({ file }) => file.test(path))?.name ?? null;
}
