/**
 * Folds a name as file systems do that ignore case, invisible characters, trailing dots and spaces, or
 * streams.
 */
export function foldName(name: string): string {
  const folded = dropTail(
    name
      .normalize("NFKC")
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      .toLowerCase(),
  );
  const [, short] = /^(git[a-z]{0,3})~\d+$/.exec(folded) ?? [];
  if (short === undefined) return folded;
  // 8.3 names: .git → GIT~1, .gitmodules → GITMOD~1, .gitattributes → GITATT~1.
  return { git: ".git", gitmod: ".gitmodules", gitatt: ".gitattributes" }[short] ?? folded;
}

/** Removes the name of a stream (`a.md:x`), then trailing dots and spaces. */
function dropTail(name: string): string {
  const colon = name.indexOf(":", 1);
  let end = colon < 0 ? name.length : colon;
  while (end > 0 && (name[end - 1] === "." || name[end - 1] === " ")) end -= 1;
  return name.slice(0, end);
}
