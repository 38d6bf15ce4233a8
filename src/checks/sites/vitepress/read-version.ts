import type { SiteContext } from "../../model/site.ts";
import { findAskedVersion } from "../shared/find-asked-version.ts";

/** From this preview on, all of version 2 makes slugs of the hashes of links. */
const previewMin = 8;

/** From this preview on, settings of attributes have other names. */
const renamingPreview = 19;

export interface VitepressVersion {
  /** Null if the nearest `package.json` does not show it, as for early previews. */
  major: 1 | 2 | null;
  /** The major version whose names the settings of attributes have. */
  namesOfAttributes: 1 | 2 | null;
}

/** Returns the version that the nearest `package.json` asks for. */
export async function readVersion(
  context: SiteContext,
  folder: string,
): Promise<VitepressVersion & { readFrom: string[] }> {
  const { asked, readFrom } = await findAskedVersion(context, folder, "vitepress");
  return { ...versionOf(asked ?? ""), readFrom };
}

function versionOf(asked: string): VitepressVersion {
  const found = /^(?:npm:vitepress@)?([\^~=v]?)(\d+)(?:\.\d+)*(?:-alpha\.(\d+))?$/.exec(asked);
  if (found === null) return { major: null, namesOfAttributes: null };
  const [, range, major, preview] = found;
  if (Number(major) < 2) return { major: 1, namesOfAttributes: 1 };
  if (preview === undefined || Number(preview) >= renamingPreview) return { major: 2, namesOfAttributes: 2 };
  // A range takes in later previews.
  const namesOfAttributes = /[\^~]/.test(range!) ? null : 1;
  return { major: Number(preview) >= previewMin ? 2 : null, namesOfAttributes };
}
