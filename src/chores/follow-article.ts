/** Abbreviations that begin with a vowel sound when spelled out: an SDK, an HTML page. */
const spelledWithVowel = /^[AEFHILMNORSX](?![a-z])/;
const silentH = /^(?:hour|honest|honou?r|heir)/i;
/** Words that begin with the sound of "you" or "one": a user, a URL, a one-way street. */
const consonantSound = /^(?:uni(?![nm])|us[aeiu]|ut[ei]l|ubiq|eu|one\b|once\b)/i;

/** Whether a word takes "an". */
export function takesAn(word: string): boolean {
  if (/^[A-Z][A-Z\d]/.test(word)) return spelledWithVowel.test(word) && !/^U/.test(word);
  if (silentH.test(word)) return true;
  return /^[aeiou]/i.test(word) && !/^U(?![a-z])/.test(word) && !consonantSound.test(word);
}

/**
 * Returns the new article before a place if it must change with the word: "an API token" becomes "a key".
 * Null if it stays, even if it was wrong before.
 */
export function articleChange(
  before: string,
  { old, new: now }: { old: string; new: string },
): { old: string; new: string } | null {
  const match = /(?:^|[\s("'“‘*_[])(an?) $/i.exec(before.slice(-5));
  if (match === null) return null;
  const article = match[1]!;
  const isAn = article.length === 2;
  if (isAn !== takesAn(old) || isAn === takesAn(now)) return null;
  const other = isAn ? article[0]! : article + (article === "A" && /^[A-Z]{2}/.test(before) ? "N" : "n");
  return { old: `${article} `, new: `${other} ` };
}
