/** The two-letter codes of ISO 639-1, withdrawn ones included, that ICU has an English name for. */
const twoLetters = new Set(
  (
    "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv " +
    "dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig " +
    "ii ik in io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt " +
    "lu lv mg mh mi mk ml mn mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt " +
    "qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to " +
    "tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu"
  ).split(" "),
);

/** Loaded when first needed: it takes ICU 20 ms or more, and few folders have a name of three letters. */
let names: Intl.DisplayNames | null = null;

/** Whether two or three lower-case letters are the code of a language: `es` is, `ai` is not. */
export function isLanguageCode(code: string): boolean {
  if (code.length === 2) return twoLetters.has(code);
  if (!/^[a-z]{3}$/.test(code)) return false;
  names ??= new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });
  return names.of(code) !== undefined;
}
