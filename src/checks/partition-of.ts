const PART =
  /^(?:[a-z]{2}|[a-z]{2}-[A-Za-z]{2,4}|v?\d+(?:\.\d+)*(?:\.x)?|version-[\w.]+|versioned_docs|next|current|i18n|locales|translations|\w+_docs)$/;

/** The language and version folders of a path ("es", "versioned_docs/version-30.0"); pages of different ones are no substitutes. */
export function partitionOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.filter((folder) => PART.test(folder)).join("/");
}
