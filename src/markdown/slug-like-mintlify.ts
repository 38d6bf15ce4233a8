/**
 * Creates Mintlify's slugger for one page, which numbers from 2: first the slugs as they are percent-encoded,
 * then the ids that are left of them.
 */
export function createMintlifySlugger(): { ofText(text: string): string; ofId(id: string): string } {
  const slugs = new Map<string, number>();
  const ids = new Map<string, number>();
  return {
    ofText: (text) => numberId(ids, cleanId(numberSlug(slugs, encodeHeading(text)))),
    ofId: (id) => numberId(ids, cleanId(id)),
  };
}

export function slugLikeMintlify(text: string): string {
  return cleanId(encodeHeading(text));
}

/** Like `encodeURIComponent` with hyphens between words. A `t` or `s` alone belongs to the word before it. */
function encodeHeading(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed().toLowerCase().trim().replace(/\s+/g, "-"));
  const isEncoded = /%[0-9A-F]{2}/.test(encoded);
  return encoded
    .replace(isEncoded ? /[^a-zA-Z0-9%_]+/g : /[^a-z0-9_]+/g, "-")
    .replace(/(?<=[a-zA-Z0-9])-([ts])(-|$)/g, "$1$2")
    .replace(/^-|-$/g, "");
}

function numberSlug(used: Map<string, number>, slug: string): string {
  if (slug === "") return slug;
  const key = slug.toLowerCase();
  const ofName = used.get(withoutNumbers(key)) ?? 0;
  const count = (used.get(key) ?? 0) + 1;
  used.set(key, count);
  return count > 1 || ofName > 2 ? `${slug}-${count}` : slug;
}

function withoutNumbers(slug: string): string {
  let name = slug;
  for (;;) {
    const at = name.lastIndexOf("-");
    if (at === -1 || !/^\d{1,9}$/.test(name.slice(at + 1))) return name;
    name = name.slice(0, at);
  }
}

function numberId(used: Map<string, number>, id: string): string {
  let number = (used.get(id) ?? 0) + 1;
  used.set(id, number);
  if (number === 1) return id;
  while (used.has(`${id}-${number}`)) number += 1;
  used.set(`${id}-${number}`, 1);
  return `${id}-${number}`;
}

/** Takes signs and emoji out of an id, and out of the anchor of a link likewise. */
export function cleanId(id: string): string {
  let decoded = id;
  try {
    decoded = decodeURIComponent(id.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
  } catch {
    // Percent signs of the author's own: the id stays as it is.
    return id;
  }
  return decoded
    .replace(/[?,;:!'"()[\]{}]/g, "")
    .replace(
      /\p{Emoji_Modifier}|\p{Emoji_Modifier_Base}|\p{Emoji_Presentation}|\p{Extended_Pictographic}/gu,
      "",
    )
    .replace(/[\u200d\ufe0e\ufe0f]/g, "");
}
