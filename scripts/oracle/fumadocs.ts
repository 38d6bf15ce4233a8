/** `node scripts/oracle/fumadocs.ts FOLDER [fumadocs-languages]`; see scripts/oracle/README.md. */
import { recordInstalled } from "./shared/record-installed.ts";

const [, fixture = "fumadocs"] = process.argv.slice(2);
const hasLanguages = fixture === "fumadocs-languages";

await recordInstalled(fixture, {
  packageName: "fumadocs-core",
  command: ["next", "build"],
  output: "out",
  ...(hasLanguages ? { basePath: "/lanterns" } : { hidesExtension: true, findsFolders: false }),
  style: "text",
  isPage: (path) => !path.includes("/_parts/"),
  sourceOf: (path) => (path.endsWith(".html") ? null : `public/${withoutHash(path)}`),
});

/** Pictures of Markdown are imported, and published below names of their own. */
function withoutHash(path: string): string {
  return path.replace(/^_next\/static\/media\/(.+)\.[^.]+(\.\w+)$/, "$1$2");
}
