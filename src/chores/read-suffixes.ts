import { readScope } from "./instruction-paths.ts";
import { partFilesDefault } from "./part.ts";
import { pathOf, pathPattern, type QuotedParts } from "./quoted-parts.ts";

const everywhere =
  /^,? ?(?:everywhere|(?:in|on|to|for|across|throughout) (?:all|every|each|the|our|this|all the|all our|the whole|the entire|all of the|all of our) (?:pages?|docs?|documentation|site|website|repository|repo|project|documents?|guides?|markdown files?|files)(?: pages?| site)?)(?! folder| directory)(?= |,|$)/i;
const includingCode =
  /^,? ?(?:(?:also |even )?including (?:in )?(?:the )?code(?: blocks?| samples?| examples?)?(?: and inline code)?|\(including code(?: blocks?)?\)|(?:also|even) in (?:the )?code(?: blocks?)?|(?:and|also) in (?:the )?code blocks?)(?= |,|$)/i;
const plainRemark = /^,? ?(?:as |only )?(?:whole words?(?: only)?|case[- ]sensitive(?:ly)?)(?= |,|$)/i;
const scoped = new RegExp(
  `^,? ?(?:only )?(in|below|under|inside|within|of|on|for) (?:the )?(folder |directory |page |file |pages |files )?(?:in )?(?:the )?${pathPattern}( folder| directory)?(?= |,|$)`,
  "i",
);

const inParts =
  /^,? ?in parts(?: of (?:at most |up to )?([1-9]\d{0,3})(?: (?:changed )?(?:files|pages))?)?(?= |,|$)/i;

interface Suffixes {
  includingCode: boolean;
  scope: string | null;
  part: { filesMax?: number };
}

/** Reads what may follow an instruction; null if anything else is left over. */
export function readSuffixes(
  text: string,
  parts: QuotedParts,
  options: { mayIncludeCode: boolean },
): Suffixes | null {
  const found: Suffixes = { includingCode: false, scope: null, part: {} };
  let rest = text;
  while (rest.trim() !== "") {
    const remark = everywhere.exec(rest) ?? (options.mayIncludeCode ? plainRemark.exec(rest) : null);
    const code = options.mayIncludeCode ? includingCode.exec(rest) : null;
    const part = inParts.exec(rest);
    const place = scoped.exec(rest);
    if (part !== null && found.part.filesMax === undefined) {
      found.part.filesMax = Number(part[1] ?? partFilesDefault);
      rest = rest.slice(part[0].length);
    } else if (remark !== null) rest = rest.slice(remark[0].length);
    else if (code !== null) {
      found.includingCode = true;
      rest = rest.slice(code[0].length);
    } else if (place !== null && found.scope === null) {
      const isNamed = place[2] !== undefined || place[5] !== undefined;
      const mayBeBare = !/^(?:of|on|for)$/i.test(place[1]!);
      found.scope = readScope(pathOf(parts, place[3], place[4]), { isNamed, mayBeBare });
      if (found.scope === null) return null;
      rest = rest.slice(place[0].length);
    } else return null;
  }
  return found;
}
