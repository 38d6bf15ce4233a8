import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { computed, flagMember, type ScriptValue, textMember, unwrapCall } from "../script/script-values.ts";
import type { ImportRoots } from "../script/syntax-tree.ts";

const empty: ScriptValue = { kind: "object", members: new Map(), places: new Map(), isOpen: false };

/** What `next.config.*` says of addresses. */
interface NextSettings {
  value: ScriptValue;
  readFrom: string[];
  /** Null if computed. */
  basePath: string | null;
  endsWithSlash: boolean;
  /** Why addresses cannot be known; null if they can. */
  whyUnknown: string | null;
}

/** Those of an app on another framework. */
export const withoutNext: NextSettings = {
  ...{ value: empty, readFrom: [], basePath: "", endsWithSlash: false, whyUnknown: null },
};

/** Reads the settings of the app at `root`, which ends with `/` or is empty. */
export async function readNext(
  context: SiteContext,
  root: string,
  roots: ImportRoots,
): Promise<NextSettings> {
  const path = [...context.files].find(
    (one) => one.startsWith(root) && /^next\.config\.[cm]?[jt]s$/.test(one.slice(root.length)),
  );
  const unknown = { value: empty, readFrom: [], basePath: null, endsWithSlash: false };
  if (path === undefined)
    return { ...unknown, whyUnknown: "the routes of the site's framework are not read" };
  const { value: whole, readFrom } = await readScript(context, path, "default", roots);
  const value = unwrapNext(whole);
  const base = textMember(value, "basePath");
  const slash = flagMember(value, "trailingSlash");
  const whyUnknown =
    value.kind !== "object"
      ? "the configuration of Next.js is computed"
      : slash === computed
        ? "the form of addresses is computed in next.config"
        : null;
  const basePath = base === computed ? null : (base ?? "");
  return { value, readFrom, basePath, endsWithSlash: slash === true, whyUnknown };
}

/** Of what wraps the configuration, one may take settings of its own before it. */
function unwrapNext(value: ScriptValue): ScriptValue {
  const bare = unwrapCall(value, /^$/);
  if (bare.kind !== "call" || !/^(?:with|create)/.test(bare.name)) return bare;
  const inner = bare.inputs.find((one) => one.kind === "call" && /^with/.test(one.name)) ?? bare.inputs[0];
  return inner === undefined ? empty : unwrapNext(inner);
}
