import { removeHidden } from "./hidden-characters.ts";
import {
  breakTrailers,
  dropDirectives,
  dropSchemes,
  separateCommands,
  separateMentions,
  separateReferences,
} from "./neutralise.ts";

/**
 * Cleans a commit message so that it has no effect on its host: no mention, reference, directive, trailer or
 * hidden character.
 */
export function cleanPlain(text: string): string {
  const steps = [
    removeHidden,
    dropSchemes,
    dropDirectives,
    separateReferences,
    separateCommands,
    separateMentions,
    breakTrailers,
  ];
  return steps.reduce((result, step) => step(result), text);
}

/** Cleans a title in the same way, to one line. */
export function cleanTitle(text: string): string {
  return cleanPlain(removeHidden(text).replace(/\s+/g, " ").trim());
}

/**
 * Cleans one line of the record, which goes to pages, webhooks and chats: its words stay, mentions do not.
 */
export function cleanLine(text: string): string {
  return separateMentions(removeHidden(text)).replace(/\s+/g, " ").trim();
}
