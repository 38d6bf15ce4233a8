import { isMap, isScalar, parseDocument } from "yaml";
import { scanFrontMatter } from "../markdown/scan-front-matter.ts";

/** Reading YAML cannot be interrupted; longer front matter is read line by line. */
const yamlCharactersMax = 8_192;

/**
 * Returns the required keys that a page lacks: a new page needs all of them, and a change of an older one may
 * remove none.
 */
export function findMissingKeys({
  before,
  text,
  required,
}: {
  before: string | null;
  text: string;
  required: readonly string[];
}): string[] {
  if (required.length === 0) return [];
  const now = readKeys(text);
  const wanted = before === null ? new Set(required) : readKeys(before);
  return [...new Set(required)].filter((key) => wanted.has(key) && !now.has(key));
}

/** Returns the keys of the front matter that have a value. */
function readKeys(text: string): Set<string> {
  const frontMatter = scanFrontMatter(text);
  if (frontMatter === null) return new Set();
  const content = text.slice(frontMatter.contentStart, frontMatter.contentEnd);
  const isYaml = frontMatter.language === "yaml" || frontMatter.language === "yml";
  if (!isYaml || content.length > yamlCharactersMax) return readLines(content);
  const { contents, errors } = parseDocument(content, { logLevel: "silent", prettyErrors: false });
  if (errors.length > 0 || !isMap(contents)) return readLines(content);
  const filled = contents.items.filter(({ value }) => !isScalar(value) || (value.value ?? "") !== "");
  return new Set(filled.map(({ key }) => String(key)));
}

function readLines(content: string): Set<string> {
  const keys = content.split("\n").map((line) => /^"?([\w-]+)"?\s?[:=]\s?\S/.exec(line)?.[1]);
  return new Set(keys.filter((key) => key !== undefined));
}
