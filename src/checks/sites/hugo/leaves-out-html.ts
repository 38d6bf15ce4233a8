import type { PageFacts } from "../../model/page-facts.ts";
import type { HugoModel } from "./model.ts";

/** Whether no HTML of the page's own is built. What stands in a shortcode may be shown as it is. */
export function leavesOutHtml({ dropsHtml }: HugoModel, { includes }: Pick<PageFacts, "includes">): boolean {
  return dropsHtml && includes.length === 0;
}
