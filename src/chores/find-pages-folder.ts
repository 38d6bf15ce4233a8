import { callOne, type Steps } from "./chore.ts";
import { gatherAll } from "./gather-items.ts";
import { filesSource, takeLines } from "./list-sources.ts";

/**
 * Returns the pages folder that the site's only configuration file names; null if there is none or more than
 * one.
 */
export function* findPagesFolder(): Steps<string | null> {
  const { items } = yield* gatherAll(
    filesSource("**/{docs.json,mint.json,mkdocs.yml,mkdocs.yaml,properdocs.yml,zensical.toml}"),
  );
  const files = items.filter((path) => !/(?:^|\/)(?:\.|node_modules\/)/.test(path));
  const [file] = files;
  if (file === undefined || files.length > 1) return null;
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "";
  if (file.endsWith(".json")) return folder === "" ? null : folder;
  const result = yield* callOne("read", { path: file });
  const lines = takeLines(result)?.items ?? [];
  const setting = lines.map(({ text }) => /^docs_dir\s*[:=]\s*["']?([\w./-]+)/.exec(text)?.[1]).find(Boolean);
  return `${folder}${(setting ?? "docs").replace(/^\.\//, "")}`;
}
