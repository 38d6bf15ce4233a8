import Slugger from "github-slugger";
import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import remarkFrontmatter from "remark-frontmatter";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { addressOf, fileOfLink } from "./page-address.ts";

export interface RenderedDoc {
  title: string;
  html: string;
  /** Searchable sections: the text below each heading. */
  sections: { id: string; heading: string; text: string }[];
}

const processor = unified().use(remarkParse).use(remarkFrontmatter).use(remarkGfm).use(remarkRehype);

/** Renders a page as HTML, with the ids that code hosts give; `file` is its path in the repository. */
export function renderDoc(file: string, text: string, root: string): RenderedDoc {
  const tree = processor.runSync(processor.parse(text)) as Root;
  const slugger = new Slugger();
  const sections: RenderedDoc["sections"] = [{ id: "", heading: "", text: "" }];
  visit(tree, (node) => {
    if (/^h[1-6]$/.test(node.tagName)) {
      const heading = textOf(node);
      node.properties.id = slugger.slug(heading);
      sections.push({ id: node.properties.id, heading, text: "" });
    }
    if (node.tagName === "a") pointLink(node, file, root);
    if (node.tagName === "img") pointImage(node, file, root);
  });
  collect(tree, sections);
  const title = sections.find(({ heading }) => heading !== "")?.heading ?? file;
  return {
    title,
    html: toHtml(tree),
    sections: sections.filter(({ text, heading }) => `${text}${heading}` !== ""),
  };
}

/** Headings are blocks of the page itself: the text after a heading belongs to it. */
function collect({ children }: Root, sections: RenderedDoc["sections"]): void {
  let at = 0;
  for (const child of children) {
    if (child.type !== "element") continue;
    if (/^h[1-6]$/.test(child.tagName)) at = sections.findIndex(({ id }) => id === child.properties.id);
    else sections[at]!.text += `${textOf(child)} `;
  }
}

function pointLink(node: Element, file: string, root: string): void {
  const target = String(node.properties.href ?? "");
  const found = fileOfLink(file, target);
  if (found === null) return;
  const address = addressOf(found.file);
  // A source file: the clone has it, the site does not.
  if (address === null) node.properties = { title: found.file };
  else node.properties.href = `${root}${address === "" ? "" : `/${address}`}${found.rest}`;
}

function pointImage(node: Element, file: string, root: string): void {
  const found = fileOfLink(file, String(node.properties.src ?? ""));
  if (found !== null) node.properties.src = `${root}/${addressOf(found.file) ?? ""}`;
  node.properties.loading = "lazy";
}

function visit(node: Root | Element, onElement: (element: Element) => void): void {
  for (const child of node.children) {
    if (child.type !== "element") continue;
    onElement(child);
    visit(child, onElement);
  }
}

function textOf(node: ElementContent): string {
  if (node.type === "text") return node.value;
  return node.type === "element" ? node.children.map(textOf).join("") : "";
}
