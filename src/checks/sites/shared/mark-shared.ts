import type { NavigationEntry } from "../../model/navigation-entry.ts";

/** One text that stands for several addresses cannot follow one of them. */
export function markShared(entries: readonly NavigationEntry[]): NavigationEntry[] {
  const targets = new Map<string, Set<string>>();
  const nameOf = ({ place }: NavigationEntry): string => `${place.path}:${place.start}`;
  for (const entry of entries) {
    const known = targets.get(nameOf(entry));
    if (known === undefined) targets.set(nameOf(entry), new Set([entry.target]));
    else known.add(entry.target);
  }
  return entries.map((entry) =>
    targets.get(nameOf(entry))!.size > 1 ? { ...entry, isShared: true } : entry,
  );
}
