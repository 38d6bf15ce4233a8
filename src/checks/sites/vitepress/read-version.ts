import type { SiteContext } from "../../model/site.ts";
import { findAskedVersion } from "../shared/find-asked-version.ts";

/** From this preview on, all of version 2 makes slugs of the hashes of links. */
const previewMin = 8;

/**
 * Returns the major version that the nearest `package.json` asks for; null if that does not show it, as for
 * early previews.
 */
export async function readVersion(
  context: SiteContext,
  folder: string,
): Promise<{ major: 1 | 2 | null; readFrom: string[] }> {
  const { asked, readFrom } = await findAskedVersion(context, folder, "vitepress");
  return { major: asked === null ? null : majorOf(asked), readFrom };
}

function majorOf(asked: string): 1 | 2 | null {
  const found = /^(?:npm:vitepress@)?[\^~=v]?(\d+)(?:\.\d+)*(?:-alpha\.(\d+))?$/.exec(asked);
  if (found === null) return null;
  if (Number(found[1]) < 2) return 1;
  return found[2] === undefined || Number(found[2]) >= previewMin ? 2 : null;
}
