import type { PageFacts } from "../../model/page-facts.ts";
import type { SiteContext } from "../../model/site.ts";
import { findIdWriters } from "../shared/own-components.ts";

/** Components of Fumadocs that give no id to anything. */
const quiet: ReadonlySet<string> = new Set(
  `Accordions Banner Callout CalloutContainer CalloutDescription CalloutTitle Card Cards CodeBlock CodeBlockTab
    CodeBlockTabs CodeBlockTabsList CodeBlockTabsTrigger DynamicCodeBlock File Files Folder Fragment GithubInfo Image
    ImageZoom InlineTOC Link Mermaid Pre Step Steps Tab Tabs TabsContent TabsList TabsTrigger`.split(/\s+/),
);

/** Returns a test for pages to which components may add ids, or which take in others' text. */
export async function findOtherIds(
  context: SiteContext,
  root: string,
): Promise<(facts: PageFacts) => boolean> {
  const writesIds = await findIdWriters(context, root.replace(/\/$/, ""));
  return (facts) => {
    const tags = facts.idTags.filter((tag) => /^[A-Z]/.test(tag) && !quiet.has(tag));
    return writesIds(facts) || tags.some((tag) => writesIds({ ...facts, ownCode: [tag] }));
  };
}
