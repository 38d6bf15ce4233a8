import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./read-page.ts";

/** The pages that tell how Copydesk is used, in the order in which their index has them. */
export async function listPages(): Promise<string[]> {
  const index = await readFile(join(root, "docs/README.md"), "utf8");
  const listed = [...index.matchAll(/^\| \[[^\]]+\]\(([^)]+\.md)\) \|/gm)].map(([, page]) => `docs/${page}`);
  return ["README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md", ...listed];
}
