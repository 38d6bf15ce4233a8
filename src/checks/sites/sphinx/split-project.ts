import { splitTarget, type TargetParts } from "../../links/split-target.ts";

const scheme = /^(?:project|path):/;

/** Splits `project:/guide/a.md#b` and `path:a.txt` of MyST, which are links without the scheme. */
export function splitProject(target: string): TargetParts | null {
  const [before] = scheme.exec(target) ?? [];
  const parts = before === undefined ? null : splitTarget(target.slice(before.length));
  if (parts === null) return null;
  return {
    ...parts,
    template: { before: before!, after: "", name: before!.slice(0, -1), language: undefined },
  };
}
