/**
 * Numbers ids as Python-Markdown's `toc` does: a second `a` is `a_1`, a second `a_1` is `a_2`, and one
 * without any letter is `_1`. `taken`: ids that are written out, anywhere on the page.
 */
export function numberLikePython(taken: Iterable<string>): (id: string) => string {
  /** From an id that is taken to one to try instead. */
  const next = new Map<string, string>([["", "_1"]]);
  for (const id of taken) next.set(id, following(id));
  return (id) => {
    const tried: string[] = [];
    let free = id;
    for (let other = next.get(free); other !== undefined; other = next.get(free)) {
      tried.push(free);
      free = other;
    }
    const behind = following(free);
    for (const one of tried) next.set(one, free);
    next.set(free, behind);
    return free;
  };
}

function following(id: string): string {
  const at = id.lastIndexOf("_");
  const number = id.slice(at + 1);
  return at >= 0 && /^\d{1,15}$/.test(number) ? `${id.slice(0, at)}_${Number(number) + 1}` : `${id}_1`;
}
