/** Documentation formats that Copydesk does not edit yet. */
export const uneditedFormats = [
  { name: "AsciiDoc", file: /\.(?:adoc|asciidoc)$/i },
  { name: "reStructuredText", file: /\.rst$/i },
  { name: "Markdoc", file: /\.mdoc$/i },
  { name: "Quarto", file: /\.qmd$/i },
  { name: "R Markdown", file: /\.rmd$/i },
];

/** Returns the unedited format of a file, or null. */
export function uneditedFormat(path: string): string | null {
  return uneditedFormats.find(({ file }) => file.test(path))?.name ?? null;
}
