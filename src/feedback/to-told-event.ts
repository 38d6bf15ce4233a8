import type { FeedbackEvent, HostEvent } from "../code-hosts/webhook-types.ts";
import { showHidden } from "../text/show-hidden.ts";
import { isMention, isOwnText } from "./is-mention.ts";
import type { ToldEvent, ToldFeedback } from "./keep-feedback.ts";

const textCharactersMax = 4_000;
const nameCharactersMax = 200;
const numberMax = 2_147_483_647;

/** Converts an event for storage; null if it is to be ignored. */
export function toToldEvent(event: HostEvent, login: string | null): ToldEvent | null {
  if (event.kind === "review") return isNumber(event.number) ? event : null;
  if (event.kind !== "pull_request") return toToldFeedback(event, login);
  const { kind, number, state, branch } = event;
  return isNumber(number) ? { kind, number, state, branch } : null;
}

/**
 * Converts feedback: names on one line, texts truncated and without hidden characters. Returns null for
 * Copydesk's own comments.
 */
export function toToldFeedback(event: FeedbackEvent, login: string | null): ToldFeedback | null {
  if (event.kind === "check_failed") {
    const { kind, branch, commit, name, url } = event;
    const said = { kind, name: toName(name), commit, url: toAddress(url), ...toText(event.text) };
    return { kind, branch, said, isMention: isMention(event.text, login) };
  }
  if (!isNumber(event.number) || isOwnText(event.text)) return null;
  const { kind, number, id, author, authorName, path, line, url } = event;
  return {
    kind,
    number,
    id: id === undefined ? null : cut(id, nameCharactersMax),
    said: {
      kind,
      // Kept as is, because the host knows the author by exactly this name.
      author: author.slice(0, nameCharactersMax),
      ...(authorName === undefined ? {} : { authorName: authorName.slice(0, nameCharactersMax) }),
      ...(path !== undefined && { path: toName(path) }),
      ...(line !== undefined && { line }),
      url: toAddress(url),
      ...toText(event.text),
    },
    isMention: isMention(event.text, login),
  };
}

function isNumber(number: number): boolean {
  return Number.isInteger(number) && number > 0 && number <= numberMax;
}

function toText(text: string): { text: string; isCut: boolean } {
  const lines = text.trim().replace(/\r\n|[\r\v\f\u0085\u2028\u2029]/g, "\n");
  const whole = showHidden(cut(lines.toWellFormed(), textCharactersMax));
  const short = cut(whole, textCharactersMax);
  return { text: short, isCut: short.length < whole.length || lines.length > textCharactersMax };
}

/** Puts a name on one line, whatever the host allows in names of people and files. */
function toName(text: string): string {
  return cut(showHidden(text.toWellFormed().replace(/\s+/gu, " ")).trim(), nameCharactersMax);
}

function toAddress(url: string): string {
  return /^https?:\/\/[^\s<>()"'`\\\p{C}]{1,2000}$/u.test(url) ? url : "";
}

function cut(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\ud800-\udbff]$/, "");
}
