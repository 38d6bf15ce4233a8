const menuCode = /(?:^|\/)_meta(?:\.global)?\.[jt]sx?$/;

/** Returns the pages below a folder, in Markdown and in code: a menu may name the folder if there is one. */
export function pagesBelow(files: Iterable<string>, folder: string): string[] {
  const found: string[] = [];
  for (const path of files)
    if (path.startsWith(`${folder}/`) && /\.(?:mdx?|[jt]sx?)$/.test(path) && !menuCode.test(path))
      found.push(path);
  return found;
}
