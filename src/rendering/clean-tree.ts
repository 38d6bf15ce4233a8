import type { Element, ElementContent, Root, RootContent } from "hast";
import { type Schema, sanitize } from "hast-util-sanitize";
import { componentElement } from "./mark-components.ts";

/** Maps the target of an image in a page to an address of this service. */
export type ImageAddress = (target: string) => string;

const boxClasses = ["cd-box", "cd-box-label", "cd-inline-box", "cd-text", "cd-tag", "cd-missing"];

const schema: Schema = {
  tagNames: [
    ...[
      "a",
      "b",
      "blockquote",
      "br",
      "code",
      "dd",
      "del",
      "details",
      "div",
      "dl",
      "dt",
      "em",
      "hr",
      "i",
      "img",
    ],
    ...[
      "h1",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "input",
      "ins",
      "kbd",
      "li",
      "mark",
      "ol",
      "p",
      "pre",
      "q",
      "s",
      "samp",
    ],
    ...["section", "small", "span", "strong", "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th"],
    ...["thead", "tr", "u", "ul", "var", "abbr", "figure", "figcaption", "caption"],
  ],
  attributes: {
    a: ["href"],
    code: [["className", /^language-[\w+#.-]{1,40}$/]],
    div: [["className", ...boxClasses]],
    span: [["className", ...boxClasses]],
    pre: [["className", ...boxClasses]],
    table: [["className", "cd-front-matter"]],
    img: ["src", "alt"],
    input: [["type", "checkbox"], ["disabled", true], "checked"],
    ol: ["start"],
    td: ["align", "colSpan", "rowSpan"],
    th: ["align", "colSpan", "rowSpan"],
    details: ["open"],
  },
  protocols: { href: ["http", "https", "mailto"] },
  required: { input: { disabled: true, type: "checkbox" } },
  strip: [
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "noscript",
    "template",
    "title",
    "textarea",
    "select",
    "noembed",
    "noframes",
    "xmp",
    "plaintext",
    "svg",
    "math",
  ],
};

/**
 * Makes a page's tree harmless: no scripts, styles or forms, and no addresses except for the repository's
 * images and links, which open elsewhere, on a click, without a referrer. Components unknown to HTML become
 * labelled boxes.
 */
export function cleanTree(tree: Root, imageAddress: ImageAddress): Root {
  const known = { type: "root", children: tree.children.flatMap((child) => replace(child)) } as Root;
  const root = sanitize(known, schema) as Root;
  finish(root, imageAddress);
  return root;
}

/** Labels for media of other hosts and for elements that play or embed something, which are replaced. */
const mediaNames: Record<string, string> = {
  ...{ video: "Video", audio: "Audio", iframe: "Embedded page", object: "Object", embed: "Object" },
  ...{ svg: "Drawing", canvas: "Drawing", form: "Form", button: "Button" },
};

function replace(node: RootContent): RootContent[] {
  if (node.type !== "element") return [node];
  const children = node.children.flatMap((child) => replace(child)) as ElementContent[];
  const media = mediaNames[node.tagName];
  if (media !== undefined && node.tagName !== "form" && node.tagName !== "button")
    return [element("span", "cd-missing", [text(media)])];
  if (node.tagName === componentElement) {
    const label = element("span", "cd-box-label", [text(String(node.properties.dataLabel ?? ""))]);
    const isInline = children.every((child) => child.type !== "element" || !blocks.has(child.tagName));
    return [element(isInline ? "span" : "div", isInline ? "cd-inline-box" : "cd-box", [label, ...children])];
  }
  return [{ ...node, children }];
}

const blocks = new Set([
  "p",
  "div",
  "ul",
  "ol",
  "table",
  "pre",
  "blockquote",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "details",
  "section",
]);

function finish(parent: Root | Element, imageAddress: ImageAddress): void {
  parent.children = (parent.children as RootContent[]).map((child) => {
    if (child.type !== "element") return child;
    finish(child, imageAddress);
    if (child.tagName === "img") return finishImage(child, imageAddress);
    if (child.tagName === "a") finishLink(child);
    return child;
  }) as Element["children"];
}

function finishImage({ properties }: Element, imageAddress: ImageAddress): Element {
  const target = String(properties.src ?? "").trim();
  const alt = String(properties.alt ?? "");
  if (target === "" || isElsewhere(target))
    return element("span", "cd-missing", [text(`Image${alt === "" ? "" : `: ${alt}`}`)]);
  return {
    type: "element",
    tagName: "img",
    properties: { src: imageAddress(target), alt, loading: "lazy" },
    children: [],
  };
}

/** True if a target is outside the repository. */
function isElsewhere(target: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2}|#|\{)/i.test(target);
}

function finishLink({ properties }: Element): void {
  const href = String(properties.href ?? "");
  for (const name of Object.keys(properties)) delete properties[name];
  if (/^(?:https?|mailto):/i.test(href))
    Object.assign(properties, { href, rel: ["noopener", "noreferrer", "nofollow"], target: "_blank" });
}

export function element(tagName: string, className: string | null, children: ElementContent[]): Element {
  return {
    type: "element",
    tagName,
    properties: className === null ? {} : { className: [className] },
    children,
  };
}

export function text(value: string): ElementContent {
  return { type: "text", value };
}
