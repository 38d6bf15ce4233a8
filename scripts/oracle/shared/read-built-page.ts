import { raw } from "hast-util-raw";

interface HtmlNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: HtmlNode[];
}

export interface BuiltPage {
  /** Source files whose marks are on the page. */
  sources: string[];
  ids: string[];
  headingIds: string[];
  /** By the number of the link's mark. */
  marked: Map<number, string>;
  /** Every address that the page links to. */
  addresses: string[];
  /** Target of a page that only redirects. */
  refresh: string | null;
}

/** Returns what a browser finds in one built page. */
export function readBuiltPage(html: string): BuiltPage {
  const page: BuiltPage = {
    ...{ sources: [], ids: [], headingIds: [], marked: new Map(), addresses: [] },
    refresh: null,
  };
  walk(raw({ type: "root", children: [{ type: "raw", value: html }] } as never) as HtmlNode, page);
  return page;
}

function walk(node: HtmlNode, page: BuiltPage): void {
  if (node.type === "text") {
    for (const [, path] of (node.value ?? "").matchAll(/@@SOURCE ([^@]+)@@/g)) page.sources.push(path!);
  }
  if (node.type === "element") readElement(node, page);
  for (const child of node.children ?? []) walk(child, page);
}

function readElement(node: HtmlNode, page: BuiltPage): void {
  const { id, name, href, src, title, httpEquiv, content } = node.properties ?? {};
  if (typeof id === "string") page.ids.push(id);
  if (typeof name === "string" && node.tagName === "a") page.ids.push(name);
  if (typeof id === "string" && /^(?:h[1-6]|section)$/.test(node.tagName ?? "")) page.headingIds.push(id);
  const address = href ?? src;
  if (typeof address === "string") {
    if (node.tagName === "a" || node.tagName === "img") page.addresses.push(address);
    const number = /^cdk(\d+)$/.exec(String(title ?? ""))?.[1] ?? / cdk(\d+)$/.exec(textOf(node).trim())?.[1];
    if (number !== undefined) page.marked.set(Number(number), address);
  }
  const isRefresh = String(httpEquiv ?? "").toLowerCase() === "refresh";
  if (isRefresh) page.refresh = /url=['"]?([^'"]+)/i.exec(String(content))?.[1] ?? null;
}

function textOf(node: HtmlNode): string {
  return node.type === "text" ? (node.value ?? "") : (node.children ?? []).map(textOf).join("");
}
