const prefixes = ["un", "re", "pre", "non", "sub", "auto", "multi", "micro", "meta", "super", "inter"];
const restMin = 5;
const partMin = 4;

/** British spelling → the dictionary's spelling. */
const british: readonly (readonly [RegExp, string])[] = [
  [/(?<=[a-z]{2})our/, "or"],
  [/is(?=(?:e|es|ed|er|ers|ing|able|ation|ations)$)/, "iz"],
  [/ys(?=(?:e|es|ed|er|ers|ing)$)/, "yz"],
  [/(?<=[aeiou])ll(?=(?:ed|ing|er|ers)$)/, "l"],
  [/(?<=cen|lus|spec|scep|thea|^(?:centi|kilo|micro|milli|nano)?(?:li|me))tre(?=s?$)/, "ter"],
  [/ogue(?=s?$)/, "og"],
  [/ence(?=s?$)/, "ense"],
];

/** Whether it is a known word in British spelling. */
export function isBritish(word: string, isKnown: (word: string) => boolean): boolean {
  const lower = word.toLowerCase();
  return british.some(([form, american]) => {
    const other = lower.replace(form, american);
    return other !== lower && isKnown(other);
  });
}

/** Whether it is a known word with a prefix, or two known words in one. */
export function isDerived(word: string, isKnown: (word: string) => boolean): boolean {
  const lower = word.toLowerCase();
  for (const prefix of prefixes) {
    const rest = lower.slice(prefix.length);
    if (lower.startsWith(prefix) && rest.length >= restMin && isKnown(rest)) return true;
  }
  for (let at = partMin; at <= lower.length - partMin; at += 1)
    if (isKnown(lower.slice(0, at)) && isKnown(lower.slice(at))) return true;
  return false;
}
