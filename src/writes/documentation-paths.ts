import { foldName } from "./fold-name.ts";

const pages = "md mdx markdown mdown mdwn mkd mkdn mkdown rst adoc asciidoc txt po pot bib";
const images = "png jpg jpeg gif webp avif svg ico bmp apng tif tiff heic";
const recordings = "mp4 webm mov m4v ogv ogg mp3 wav m4a flac aac vtt srt";
const downloads = "pdf csv tsv mmd drawio excalidraw";

const extensions = new Set([pages, images, recordings, downloads].flatMap((line) => line.split(" ")));

const plainNames = new Set([
  "readme",
  "changelog",
  "changes",
  "contributing",
  "license",
  "licence",
  "authors",
]);

/** Names that builds, installers and shells look for, and configuration that a site's build executes. */
const programs = [
  /^(?:package|package-lock|npm-shrinkwrap|composer|jsr|deno|tsconfig|turbo|nx|lerna)\.jsonc?$/,
  /^(?:yarn|pnpm-lock|pnpm-workspace|bun|deno|poetry|uv|composer|flake|cargo|gemfile|pipfile)\.(?:lock|lockb|yaml|toml)$/,
  /^(?:runtime|cmakelists|packages|apt)\.txt$/,
  /^(?:pyproject|hatch|ruff|cargo|book|mdbook|hugo|buf)\.toml$/,
  /^(?:setup|conf|noxfile|tasks|manage|build|conftest|sitecustomize)\.py$/,
  /^(?:setup\.cfg|tox\.ini|environment\.ya?ml|antora\.yml|_config\.ya?ml|hugo\.ya?ml|hugo\.json)$/,
  /^(?:gemfile|rakefile|makefile|gnumakefile|justfile|vagrantfile|brewfile|tiltfile|pipfile|containerfile|gradlew)$/,
  /^(?:go\.mod|go\.sum|go\.work|pom\.xml|build\.gradle|settings\.gradle|build\.rs|build\.sbt|build\.zig)$/,
  /^(?:dockerfile|docker-compose|compose|taskfile|docker-bake|skaffold)(?:\..*)?$/,
  /^(?:mkdocs|zensical)\.(?:yml|yaml|toml)$/,
  /^(?:docs|mint)\.json$/,
  /^sidebars?\.[cm]?[jt]sx?$/,
  /\.config\.(?:[cm]?[jt]sx?|json|ya?ml|toml)$/,
  /\.(?:mk|gemspec|dockerfile|nix|gradle)$/,
];

/**
 * Whether a path is a page of some generator, or a picture, recording or download for pages. No build runs
 * these.
 */
export function isDocumentationPath(path: string): boolean {
  const parts = path.split("/").map(foldName);
  const name = parts.at(-1)!;
  const folders = parts.slice(0, -1);
  if (name.startsWith(".") || folders.some(isHiddenFolder) || isProgram(parts)) return false;
  const extension = extensionOf(name);
  return extension === "" ? plainNames.has(name) : extensions.has(extension);
}

/** Whether builds, installers or shells run a file of this name: only a glob that names it allows it. */
export function isProgramPath(path: string): boolean {
  return isProgram(path.split("/").map(foldName));
}

/** Whether a folded name is that of a page or an asset, whatever precedes its extension. */
export function isPageName(name: string): boolean {
  return extensions.has(extensionOf(name));
}

function isHiddenFolder(name: string, depth: number): boolean {
  if (name === ".gitbook") return depth > 0;
  return name.startsWith(".") || name === "node_modules";
}

function isProgram(parts: readonly string[]): boolean {
  const name = parts.at(-1)!;
  const extension = extensionOf(name);
  // `pip install -r` accepts any name; these are the usual ones.
  if (extension === "txt" && parts.some((part) => /requirements|constraints/.test(part))) return true;
  if (extension !== "txt" && extensions.has(extension)) return false;
  return name.length > 200 || programs.some((program) => program.test(name));
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot + 1);
}
