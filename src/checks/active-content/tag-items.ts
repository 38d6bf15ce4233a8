import type { ActiveItem } from "./active-item.ts";
import { hostOf, isRunnable, normalAddress } from "./normal-address.ts";
import type { Attribute, Tag } from "./scan-tags.ts";

/** Elements that run, embed or redirect, whatever their attributes. JSX has some of them as components. */
const active = new Set(
  "script object embed applet base frame frameset portal meta link form head helmet html body noscript template foreignobject handler".split(
    " ",
  ),
);
const addresses = new Set(
  "src href action formaction data poster background cite longdesc manifest ping srcset imagesrcset xlink:href xlinkhref to url code archive codebase classid values from by".split(
    " ",
  ),
);
/** Attributes from which a page loads something, on any element or component. */
const loads = new Set(
  "src srcset imagesrcset poster background image img icon logo cover avatar thumbnail photo picture lightsrc darksrc srclight srcdark data manifest".split(
    " ",
  ),
);
const loadingElements = new Set("image use feimage link video audio source track".split(" "));
/** Names that begin with "on" but are not handlers. */
const plainNames = new Set(["once", "only", "one", "online"]);
/** Directives of Vue, Alpine and htmx that hold code. */
const directives =
  /^(?:@|v-(?:on|html|bind|if|for|model|text|show|else-if)\b|x-(?:data|init|on|html|bind|text|show|effect)\b|hx-|:on)/i;

/** Finds what a tag runs or loads. */
export function scanTagItems(text: string, tag: Tag, isMdx: boolean): ActiveItem[] {
  const items: ActiveItem[] = [];
  const name = tag.name.toLowerCase();
  const add = (kind: ActiveItem["kind"], key: string, what: string, rest: Partial<ActiveItem> = {}): void => {
    items.push({ kind, key, what, at: tag.at, ...rest });
  };
  if (isRunnable(normalAddress(tag.name))) add("element", `address ${name}`, `the address ${tag.name}`);
  const own = addressesOf(tag);
  const element = `<${tag.name}>`;
  if (name === "iframe") {
    const hosts = own.flatMap(({ host }) => (host === null ? [] : [host]));
    const isPlain = hosts.length > 0 && !tag.attributes.some((one) => /^srcdoc$/i.test(one.name));
    add(isPlain ? "frame" : "element", `iframe ${describe(own, tag)}`, `the element ${element}`, {
      name: tag.name,
      hosts,
    });
  } else if (active.has(name) && isActive(name, tag) && !(isMdx && isOtherComponent(tag.name))) {
    add("element", `${name} ${describe(own, tag)}`, `the element ${element}`, { name: tag.name });
  } else if (
    name === "style" &&
    /@import|expression\s*\(|behavior\s*:|-moz-binding/i.test(
      text.slice(tag.end, tag.end + 20_000).split("</", 1)[0]!,
    )
  ) {
    add("element", `style ${tag.at}`, "a <style> that loads others", { name: tag.name });
  }
  for (const attribute of tag.attributes) addAttribute(attribute, element, add);
  for (const { host, address, attribute } of own) {
    if (isRunnable(address) && !isPicture(name, attribute, address))
      add("element", `address ${address.slice(0, 300)}`, `the address ${address.slice(0, 60)} in ${element}`);
    else if (host !== null && name !== "iframe" && isLoading(name, attribute)) {
      add("load", `load ${host}`, `${attribute.name} of ${element} from ${host}`, { hosts: [host] });
    }
  }
  return items;
}

function addAttribute(
  { name, value, isExpression }: Attribute,
  element: string,
  add: (kind: ActiveItem["kind"], key: string, what: string) => void,
): void {
  const lower = name.toLowerCase();
  const shown = `${name}=${value.slice(0, 200).replace(/\s+/g, " ")}`;
  if ((/^on[a-z]{2,}/.test(lower) && !plainNames.has(lower)) || /^on[a-z]+:/.test(lower)) {
    add("element", `handler ${shown}`, `the event handler ${name} of ${element}`);
  } else if (lower === "srcdoc" || lower === "dangerouslysetinnerhtml" || directives.test(name)) {
    add("element", `attribute ${shown}`, `the attribute ${name} of ${element}`);
  } else if (lower === "attributename" && /^\s*(?:on|href|xlink)/i.test(value)) {
    add("element", `attribute ${shown}`, `an animation of ${value.trim()}`);
  } else if (lower === "style" || isExpression) {
    for (const { 1: written } of value.matchAll(/url\(\s*["']?([^"')\s]{1,500})/gi)) {
      if (isRunnable(normalAddress(written!)) && !/^data:image\//i.test(normalAddress(written!)))
        add("element", `style ${shown}`, `a style of ${element} that runs`);
    }
  }
}

interface Address {
  attribute: Attribute;
  address: string;
  host: string | null;
}

/** Returns every address in the tag; of an expression, its first string. */
function addressesOf({ attributes }: Tag): Address[] {
  return attributes.flatMap((attribute) => {
    const lower = attribute.name.toLowerCase();
    const isAddress = addresses.has(lower) || loads.has(lower);
    const written = attribute.isExpression
      ? textsOf(attribute.value)
      : isAddress
        ? splitSet(lower, attribute.value)
        : [];
    return written.flatMap((one) => {
      const address = normalAddress(one);
      const host = hostOf(address);
      const isKnown = isAddress || isRunnable(address);
      return isKnown && (host !== null || isRunnable(address)) ? [{ attribute, address, host }] : [];
    });
  });
}

/** Splits e.g. `a 1x, b 2x`. */
function splitSet(name: string, value: string): string[] {
  if (!name.includes("srcset") && name !== "values") return [value];
  return value.split(/[\s,;]+/);
}

/** Returns the strings of an expression and, if several are joined, their combination. */
function textsOf(code: string): string[] {
  const texts = [...code.slice(0, 4_000).matchAll(/(["'`])([^"'`\n]{0,1000})\1/g)].map((match) => match[2]!);
  return texts.length > 1 ? [...texts, texts.join("")] : texts;
}

/** A picture that is drawn runs nothing, whatever its format. */
function isPicture(element: string, { name }: Attribute, address: string): boolean {
  const isDrawn =
    /^(?:src|srcset|poster|background|style)$/i.test(name) &&
    !/^(?:iframe|object|embed|script|frame)$/.test(element);
  return isDrawn && /^data:image\//i.test(address);
}

function isLoading(element: string, { name }: Attribute): boolean {
  const lower = name.toLowerCase();
  return loads.has(lower) || (loadingElements.has(element) && addresses.has(lower));
}

/**
 * In MDX a capital begins a component, and `<Frame>` is not the browser's element; the exceptions are
 * frameworks' names for elements of the browser.
 */
function isOtherComponent(name: string): boolean {
  return /^[A-Z]/.test(name) && !/^(?:script|head|helmet|object|embed)$/i.test(name);
}

function isActive(name: string, { attributes }: Tag): boolean {
  const has = (wanted: string) =>
    attributes.some((one) => one.name.toLowerCase().replace("-", "") === wanted);
  if (name === "meta") return has("httpequiv");
  if (name === "form") return attributes.some((one) => /action/i.test(one.name) && one.value !== "");
  if (name === "template" || name === "noscript" || name === "body" || name === "html" || name === "head")
    return attributes.length > 0 && name !== "head";
  if (name === "link") return has("rel") || has("href");
  return true;
}

/** The same element may be repeated with other sizes; another address or text makes it a different one. */
function describe(own: readonly Address[], { attributes }: Tag): string {
  const rest = attributes
    .filter(
      ({ name }) =>
        !/^(?:width|height|style|class|classname|title|loading|allowfullscreen|frameborder)$/i.test(name),
    )
    .map(({ name, value }) => `${name}=${value.replace(/\s+/g, " ")}`)
    .sort();
  return [...own.map(({ address }) => address), ...rest].join(" ").slice(0, 2_000);
}
