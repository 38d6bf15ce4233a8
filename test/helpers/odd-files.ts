import type { TreeQuery } from "../../src/git/search/search-with-git.ts";

/** Texts and names at which searches go wrong. */
export function oddFiles(): Record<string, string | Buffer> {
  return {
    "a.md": "needle\nNEEDLE needle\r\nnone\nneedle",
    "a/b.md": "x needle\n",
    "a.b/c.md": "needle\n\n\nneedle\n",
    "docs/gone.md": "needle\n",
    "docs/deep/er/x.md": "Éneedle é École\n",
    "docs/ü/ä.md": "needle ü\n",
    "docs/[slug]/page.md": "needle\n",
    "docs/latin.md": Buffer.from("needle \xe9\nneedle\n", "latin1"),
    "docs/late-nul.md": Buffer.concat([Buffer.alloc(9_000, "needle\n"), Buffer.from("a\0needle\n")]),
    "docs/early-nul.md": Buffer.from("a\0needle\n"),
    "docs/x{y}.md": "needle\n",
    "docs/x,y.md": "needle\n",
    "long.md": `${"x".repeat(300_000)}needle${"y".repeat(300_000)}\nneedle\n`.repeat(2),
    "empty.md": "",
    ".hidden/needle": "needle\n",
  };
}

export function oddQueries(): TreeQuery[] {
  const globs = [
    undefined,
    "",
    ".",
    "*.md",
    "**/*.md",
    "docs",
    "docs/",
    "docs/*",
    "docs/**",
    "docs/**/x.md",
    "/a*",
  ];
  globs.push(
    "a.b/c.md",
    "a.b",
    "./a/b.md",
    "docs/[slug]/page.md",
    "docs/[slug]",
    "[slug]",
    "d*/",
    "docs/*/",
    "do?s/*",
  );
  globs.push(
    "{a,docs}/**",
    "docs/x{y}.md",
    "docs/x,y.md",
    "**/ü/*",
    "docs/ü/?.md",
    "***",
    "a***",
    "docs/a//b",
    "**",
  );
  globs.push(
    "**/deep/**",
    "docs/**er/**",
    "docs/d*p/**/*.md",
    "{*.md,needle}",
    ".hidden/*",
    "*/*",
    "**/",
    "//",
  );
  const literal = { literal: true, ignoreCase: false };
  const queries = globs.map((glob) => ({ ...literal, pattern: "needle", glob }));
  const patterns = [
    "needle ",
    " ",
    "é",
    "École",
    "\xe9",
    "n",
    "none",
    "needle\t",
    "yneedle",
    "xneedle",
    "NEEDLE",
  ];
  for (const pattern of patterns) queries.push({ ...literal, pattern, glob: undefined });
  for (const pattern of ["NEEDLE", "Needle", "éCOLE", "É"])
    queries.push({ literal: true, ignoreCase: true, pattern, glob: undefined });
  for (const pattern of ["^needle$", "n(ee)?d", "^x+needle", "École|none", "[[:upper:]]{3}"])
    queries.push({ literal: false, ignoreCase: false, pattern, glob: "**/*.md" });
  return queries;
}
