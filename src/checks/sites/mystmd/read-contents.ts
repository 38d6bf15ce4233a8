import { isMap, isScalar, isSeq, parseDocument, type Scalar } from "yaml";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { SiteContext } from "../../model/site.ts";
import { createPlacer } from "../../pages/place-at.ts";

const depthMax = 30;

export interface Contents {
  entries: NavigationEntry[];
  /** Whether the entries are all pages: no pattern or web address stands for others. */
  isWhole: boolean;
}

/** Reads the table of contents of `myst.yml`; null if it has none. Only pages of Markdown are entries. */
export async function readMystContents({ read }: SiteContext, path: string): Promise<Contents | null> {
  const text = (await read(path)).toString("utf8");
  const document = parseDocument(text, { logLevel: "silent" });
  const toc = document.errors.length > 0 ? null : document.getIn(["project", "toc"], true);
  if (!isSeq(toc)) return null;
  const place = createPlacer(path, text);
  const contents: Contents = { entries: [], isWhole: true };
  const files: Scalar[] = [];
  collect(toc, { files, contents }, 0);
  for (const node of files) {
    const target = String(node.value);
    if (/\.\w+$/.test(target) && !target.endsWith(".md")) continue;
    const [start, end] = node.range!;
    const quoted = /["']/.test(text[start]!) ? 1 : 0;
    contents.entries.push({ target, place: place(start + quoted, end - quoted) });
  }
  return contents;
}

function collect(node: unknown, found: { files: Scalar[]; contents: Contents }, depth: number): void {
  if (depth > depthMax) return;
  if (isSeq(node)) for (const item of node.items) collect(item, found, depth + 1);
  if (!isMap(node)) return;
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? key.value : null;
    if (name === "file" && isScalar(value) && typeof value.value === "string") found.files.push(value);
    else if (name === "pattern") found.contents.isWhole = false;
    else collect(value, found, depth + 1);
  }
}
