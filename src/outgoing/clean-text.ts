declare const clean: unique symbol;

/** Text that passed the gate: only such text is stored with a job, committed, or sent to a code host. */
export type CleanText = string & { readonly [clean]: true };

/** Data whose texts all passed the gate. */
export type CleanData = Readonly<Record<string, unknown>> & { readonly [clean]: true };

/** For text that consists only of Copydesk's own words, numbers and ids. */
export function ownWords(text: string): CleanText {
  return text as CleanText;
}
