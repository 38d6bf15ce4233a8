import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface MissingPath {
  file: string;
  line: number;
  path: string;
}

const cited =
  /`((?:src|docs|scripts|test|bench|migrations|sdk|dashboard)\/[\w./-]+)`|\]\(((?!https?:|mailto:|#)[^)\s]+)\)/g;

/**
 * Finds paths that the project's own pages cite, in backticks or as relative links, and that do not exist.
 */
export function findMissingDocPaths(root: string): MissingPath[] {
  return listPages(root).flatMap((file) => missingIn(root, file));
}

/** Lists the project's own pages, as paths from its root. */
export function listPages(root: string): string[] {
  const { stdout } = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "--", "*.md"], {
    cwd: root,
    encoding: "utf8",
  });
  const pages = stdout.split("\n").filter((file) => file !== "" && !file.startsWith("test/fixtures/"));
  return pages.filter((file) => existsSync(join(root, file)));
}

function missingIn(root: string, file: string): MissingPath[] {
  const lines = readFileSync(join(root, file), "utf8").split("\n");
  return lines.flatMap((text, index) => {
    const found: MissingPath[] = [];
    for (const [, fromRoot, relative] of text.matchAll(cited)) {
      const path = fromRoot ?? join(dirname(file), (relative ?? "").replace(/#.*$/, ""));
      if (!existsSync(join(root, path))) found.push({ file, line: index + 1, path });
    }
    return found;
  });
}
