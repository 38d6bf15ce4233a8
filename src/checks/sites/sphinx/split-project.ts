import { splitTarget, type TargetParts } from "../../links/split-target.ts";

const scheme = /^(?:project|path):/;
/** MyST leaves only the schemes of the web to the browser; these are left out because no label has them. */
const ofBrowser =
  /^(?:https?|mailto|ftps?|file|tel|sms|javascript|data|inv|doi|ircs?|git|ssh|vscode|slack|matrix|xmpp|magnet|about|blob):/i;
const ofLabel = /^[a-z][\w+.-]*:(?!\/\/)[^{}<>$#?\s]+$/i;

/**
 * Splits `project:/guide/a.md#b` and `path:a.txt` of MyST, which are links without the scheme, and `a:b`,
 * which is a label.
 */
export function splitProject(target: string): TargetParts | null {
  const [before] = scheme.exec(target) ?? [];
  if (before === undefined) {
    const isLabel = ofLabel.test(target) && !ofBrowser.test(target);
    return isLabel ? { path: target, rawPath: target, query: "", hash: "", isLabel } : null;
  }
  const parts = splitTarget(target.slice(before.length));
  if (parts === null) return null;
  return {
    ...parts,
    template: { before, after: "", name: before.slice(0, -1), language: undefined },
  };
}
