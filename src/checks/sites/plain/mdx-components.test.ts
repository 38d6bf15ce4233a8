import { type SmallSite, testSmallSites } from "../../../../test/helpers/test-small-sites.ts";

const mdx = (code: string) => `import type { MDXComponents } from "mdx/types";\n${code}\n`;

const sites: SmallSite[] = [
  {
    name: "MDX: components that a package or other code hands to the pages",
    generator: "plain",
    files: {
      "mdx-components.tsx": mdx("export const useMDXComponents = () => ({ Note });"),
      "demos/hover/page.tsx":
        'import Content from "./content.mdx";\nexport default () => <Content components={{ Hover }} />;\n',
      "demos/hover/content.mdx": "<Hover>a</Hover> <Note /> <None />\n",
    },
    found: ["undefined-component demos/hover/content.mdx None"],
  },
  {
    name: "MDX: what a package spreads into the components is not known",
    generator: "plain",
    files: {
      "mdx-components.tsx": mdx(
        'import defaultComponents from "some-ui/mdx";\nexport const useMDXComponents = () => ({ ...defaultComponents });',
      ),
      "docs/a.mdx": "<None />\n",
    },
    found: [],
  },
  ...[
    'export { useMDXComponents } from "@/components/mdx";',
    'import { getMDXComponents } from "./components/mdx";\nexport const useMDXComponents = getMDXComponents;',
    'import { getMDXComponents } from "./components/mdx";\nexport function useMDXComponents(c) {\n  return getMDXComponents(c);\n}',
  ].map((text) => ({
    name: `MDX: nor is what another file gives: ${text}`,
    generator: "plain",
    files: { "mdx-components.tsx": `${text}\n`, "docs/a.mdx": "<None />\n" },
    found: [],
  })),
];

testSmallSites(sites);
