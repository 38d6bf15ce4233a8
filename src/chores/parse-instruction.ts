import { withoutOriginSentences } from "../text/origin-sentence.ts";
import { trimEndCharacters } from "../text/trim-characters.ts";
import type { Instruction } from "./instruction.ts";
import { readPagePath } from "./instruction-paths.ts";
import {
  pathOf,
  pathPattern,
  type QuotedParts,
  quotedPattern,
  restoreQuotedPart,
  setQuotedPartsAside,
} from "./quoted-parts.ts";
import { readSuffixes } from "./read-suffixes.ts";
import { splitInstructions } from "./split-instructions.ts";

type Parser = (text: string, parts: QuotedParts) => Instruction | null;

const promptCharactersMax = 8_000;
const instructionsMax = 50;

/**
 * Returns the mechanical instructions of a prompt, in order, or null if any part of it is something else.
 * Never guesses: a sentence with an extra word is not understood.
 */
export function parseInstructions(prompt: string): Instruction[] | null {
  if (prompt.length > promptCharactersMax) return null;
  const quoted = setQuotedPartsAside(withoutOriginSentences(prompt));
  if (quoted === null) return null;
  const instructions: Instruction[] = [];
  for (const sentence of splitInstructions(quoted.text)) {
    const parsed = parseJoined(sentence, quoted.parts);
    if (parsed === null) return null;
    instructions.push(...parsed);
  }
  return instructions.length > 0 && instructions.length <= instructionsMax ? instructions : null;
}

/** Whether the prompt would be an instruction to replace a term if its terms were quoted. */
export function lacksQuotes(prompt: string): boolean {
  if (prompt.length > promptCharactersMax) return false;
  const text = prompt.trim().replace(leadingPoliteness, "");
  if (!/^(?:replace|rename|change|substitute) /i.test(text)) return false;
  const [verb = "", ...rest] = text.split(/\s+/);
  const at = rest.findIndex((word) => /^(?:with|by|to|into)$/i.test(word));
  if (at < 1 || at === rest.length - 1) return false;
  const end = rest.findIndex(
    (word, index) => index > at + 1 && /^(?:in|below|within|everywhere|including)$/i.test(word),
  );
  const quote = (words: readonly string[]) => JSON.stringify(words.join(" ").replace(/["“”.]/g, ""));
  const [old, now] = [rest.slice(0, at), rest.slice(at + 1, end < 0 ? rest.length : end)];
  if (/["'`“«]/.test(old.join("")) && /["'`“«]/.test(now.join(""))) return false;
  const after = end < 0 ? "" : ` ${rest.slice(end).join(" ")}`;
  return parseInstructions(`${verb} ${quote(old)} ${rest[at]} ${quote(now)}${after}`) !== null;
}

/** Parses one instruction, or several joined by "and" if each of them is understood on its own. */
function parseJoined(sentence: string, parts: QuotedParts): Instruction[] | null {
  const single = parseSentence(sentence, parts);
  if (single !== null) return [single];
  const pieces = sentence.split(/,? and (?=(?:please )?[a-z]+)/i);
  if (pieces.length < 2 || pieces.length > instructionsMax) return null;
  let current = pieces[0]!;
  const found: Instruction[] = [];
  for (const piece of pieces.slice(1)) {
    const instruction = parseSentence(current, parts);
    if (instruction === null) current += ` and ${piece}`;
    else {
      found.push(instruction);
      current = piece;
    }
  }
  const last = parseSentence(current, parts);
  return last === null ? null : [...found, last];
}

const leadingPoliteness =
  /^(?:(?:hi|hello|hey|dear copydesk|copydesk|please|kindly|now|then|next|also|first|finally|after that|afterwards|could you|can you|would you|will you|i want you to|i would like you to|i'd like you to|i’d like you to|we need to|we want to|you should|let's|let’s)\b[,:!]? ?)+/i;
const sentenceCharactersMax = 2_000;
const politeEndCharactersMax = 200;
// At most 200 characters.
const trailingPoliteness =
  /(?:,? (?:please|thanks|thank you|many thanks|thanks a lot|for me|for us|now|if you can|as well|too))+$/i;

function parseSentence(sentence: string, parts: QuotedParts): Instruction | null {
  const asked = trimEndCharacters(sentence.replace(/\s+/g, " ").trim(), " .!?;:,").replace(
    leadingPoliteness,
    "",
  );
  const end = asked.slice(-politeEndCharactersMax).replace(trailingPoliteness, "");
  const text = trimEndCharacters(asked.slice(0, -politeEndCharactersMax) + end, " .!?;:,");
  if (text.length > sentenceCharactersMax) return null;
  for (const parse of parsers) {
    const instruction = parse(text, parts);
    if (instruction !== null) return instruction;
  }
  return null;
}

const noun = "(?:term|word|phrase|name|text|words|terms|string|expression|spelling|wording|product name)";
const everyUse =
  "(?:(?:all|every|each|any)(?: of)?(?: the)? |the )?(?:(?:occurrences?|instances?|mentions?|uses?|appearances?) of )?";
const replacePattern = new RegExp(
  `^(?:(?:find and )?replace|rename|change|substitute|update) ${everyUse}(?:the )?(?:${noun} )?${quotedPattern}` +
    ` (?:with|by|to|into|→|->|=>) (?:the )?(?:${noun} )?${quotedPattern}(,? .*|)$`,
  "is",
);
/** Names the new term first. */
const insteadPattern = new RegExp(
  `^(?:(?:use|write|say|prefer) (?:the )?(?:${noun} )?${quotedPattern} (?:instead|in place) of` +
    `|substitute (?:the )?(?:${noun} )?${quotedPattern} for) (?:the )?(?:${noun} )?${quotedPattern}(,? .*|)$`,
  "is",
);

function readReplacement(text: string): { old: string; now: string; rest: string } | null {
  const match = replacePattern.exec(text);
  if (match !== null) return { old: match[1]!, now: match[2]!, rest: match[3]! };
  const instead = insteadPattern.exec(text);
  return instead && { old: instead[3]!, now: (instead[1] ?? instead[2])!, rest: instead[4]! };
}

const parseReplace: Parser = (text, parts) => {
  const found = readReplacement(text);
  if (found === null) return null;
  const old = restoreQuotedPart(parts, found.old);
  const replacement = restoreQuotedPart(parts, found.now);
  const rest = readSuffixes(found.rest, parts, { mayIncludeCode: true });
  if (rest === null || old.trim() === "" || /[\r\n\0]/.test(old + replacement)) return null;
  const looksLikeMove = /^rename /i.test(text) && readPagePath(old, { needsExtension: true }) !== null;
  if (looksLikeMove) return null;
  const { includingCode, scope, part } = rest;
  return { kind: "replace", old, new: replacement, includingCode, scope, ...part };
};

const fixLinksPattern = new RegExp(
  "^(?:find and )?(?:fix|repair|correct|mend) (?:(?:all|every|any|each)(?: of)? )?(?:the |our |my )?" +
    "(?:broken|dead|invalid) (?:internal |relative )?(?:links?|hyperlinks?)" +
    "(?:(?:, | and |, and )(?:broken |dead )?(?:links|anchors|images))*(,? .*|)$",
  "is",
);

const parseFixLinks: Parser = (text, parts) => {
  const match = fixLinksPattern.exec(text);
  const rest = match && readSuffixes(match[1]!, parts, { mayIncludeCode: false });
  return rest ? { kind: "fix-links", scope: rest.scope, ...rest.part } : null;
};

const keepLinks =
  "(?:,? and (?:update|fix|adjust|rewrite|change) (?:all |any )?(?:of )?(?:the |its )?(?:inbound |internal )?links?(?: to it)?(?: and (?:the )?(?:navigation|redirects))?)?" +
  "(?:,? and (?:add|create|leave|set up) (?:a )?redirects?(?: (?:from|for) (?:the|its) old (?:address|path|url|page))?)?";
const anyway =
  "(,? (?:even if (?:it is |it's |it’s )?(?:still )?linked|even when (?:it is )?linked|in spite of (?:its|the) links(?: to it)?|by force))?";
const alone = "(,? (?:alone|without its translations|but not its translations))?";
// At most 2,000 characters.
const movePattern = new RegExp(
  `^(move|rename) (?:the )?(page |file |document |folder |directory )?${pathPattern} (?:in)?to (?:the )?(folder )?${pathPattern}${alone}${keepLinks}${anyway}$`,
  "i",
);

/** A folder gets a slash at its end: no page of its name is meant. */
function readSource(text: string, noun: string | undefined, needsExtension: boolean): string | null {
  const isFolder = noun !== undefined && /^(?:folder|directory)/i.test(noun) && !text.endsWith("/");
  return readPagePath(isFolder ? `${text}/` : text, { needsExtension, mayBeFolder: true });
}

const parseMove: Parser = (text, parts) => {
  const match = movePattern.exec(text);
  if (match === null) return null;
  const isRename = match[1]!.toLowerCase() === "rename";
  const isCalledPage = match[2] !== undefined;
  const isPathLike = !isRename && (match[3] !== undefined || match[4]!.includes("/"));
  const from = readSource(pathOf(parts, match[3], match[4]), match[2], !isCalledPage && !isPathLike);
  const folder = match[5] === undefined ? "" : "/";
  const target = pathOf(parts, match[6], match[7]);
  const to = readPagePath(target.endsWith("/") ? target : target + folder, { mayBeFolder: true });
  return from === null || to === null
    ? null
    : {
        kind: "move",
        from,
        to,
        isRename,
        force: match[9] !== undefined,
        ...(match[8] !== undefined && { alone: true }),
      };
};

// At most 2,000 characters.
const deletePattern = new RegExp(
  `^(?:delete|remove) (?:the )?(page |file |document |folder |directory )?${pathPattern}${alone}(,? (?:and (?:all )?(?:its|the) links(?: to it)?|and (?:remove )?(?:all )?(?:the )?links to it|together with its links|with its links|including its links))?${anyway}$`,
  "i",
);

const parseDelete: Parser = (text, parts) => {
  const match = deletePattern.exec(text);
  if (match === null) return null;
  const path = readSource(pathOf(parts, match[2], match[3]), match[1], match[1] === undefined);
  return path === null
    ? null
    : {
        ...{ kind: "delete", path, links: match[5] !== undefined, force: match[6] !== undefined },
        ...(match[4] !== undefined && { alone: true }),
      };
};

const frontMatterFields =
  "(titles?(?: and descriptions?)?|descriptions?(?: and titles?)?|front ?-?matter|meta ?-?data)";
const missingPattern = new RegExp(
  "^(?:add|fill in|complete|insert|create) (?:(?:all|every|any)(?: of)? )?(?:the )?missing (?:page |front ?matter |meta )?" +
    `${frontMatterFields}(?: to the front ?matter| in the front ?matter)?(,? .*|)$`,
  "is",
);
const lackingPattern = new RegExp(
  `^(?:add|insert|create) (?:an? )?${frontMatterFields} (?:to|on|for) (?:all|every|each|the|any) ?(?:the )?pages?` +
    " (?:that|which) (?:lacks?|miss(?:es)?|ha(?:s|ve) no|ha(?:s|ve) none|do(?:es)? not have)(?: one| any| it| them| titles?| descriptions?)?(,? .*|)$",
  "is",
);

const parseAddFrontMatter: Parser = (text, parts) => {
  const match = missingPattern.exec(text) ?? lackingPattern.exec(text);
  const rest = match && readSuffixes(match[2]!, parts, { mayIncludeCode: false });
  if (!match || !rest) return null;
  const what = match[1]!.toLowerCase();
  const isBoth = /front|meta/.test(what);
  return {
    kind: "add-front-matter",
    titles: isBoth || what.includes("title"),
    descriptions: isBoth || what.includes("description"),
    scope: rest.scope,
    ...rest.part,
  };
};

const parsers: Parser[] = [parseReplace, parseFixLinks, parseMove, parseDelete, parseAddFrontMatter];
