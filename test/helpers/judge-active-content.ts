import { createPause } from "../../src/checks/create-pause.ts";
import { openSite } from "../../src/checks/model/open-site.ts";
import { createScanCache } from "../../src/checks/model/scan-cache.ts";
import { type ActiveInput, checkActiveContent } from "../../src/checks/rules/active-content.ts";

export const mintlify = {
  "docs.json": '{"$schema": "https://mintlify.com/docs.json", "navigation": {"pages": ["index"]}}',
  "index.mdx": [
    'import Tip from "/snippets/tip.mdx";',
    'import { Chart } from "@acme/charts";',
    "",
    "![Logo](https://img.example.com/logo.png)",
    "",
    '<iframe src="https://www.youtube.com/embed/1" title="Video" />',
    "",
    "<Chart data={{ a: 1 }} />",
    "",
  ].join("\n"),
  "snippets/tip.mdx": "Tip\n",
  "snippets/card.jsx": "export const Card = () => null;\n",
  "images/a.png": "",
};

/** Messages for one page as it is after a change of a site. */
export async function judgeActiveContent(
  page: string,
  options: { site?: Record<string, string>; path?: string; before?: string } & Partial<ActiveInput> = {},
): Promise<string[]> {
  const { site: files = mintlify, path = "new.mdx", before, allowed, newPaths = [path] } = options;
  const all: Record<string, string> = { ...files, [path]: page };
  const site = await openSite({
    files: Object.keys(all),
    read: async (one) => Buffer.from(all[one]!),
    cache: createScanCache(),
  });
  const findings = await checkActiveContent(site, new Map(), {
    changedPaths: [path],
    newPaths,
    readBase: async () => (before === undefined ? null : Buffer.from(before)),
    allowed: { components: [], hosts: [], ...allowed },
    pause: createPause(),
  });
  return findings.map(({ message }) => message);
}

export const markdown = { "index.md": "# Hi\n\n![Logo](https://img.example.com/logo.png)\n" };
