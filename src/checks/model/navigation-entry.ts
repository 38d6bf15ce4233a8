import type { Place } from "./place.ts";

export interface NavigationEntry {
  /** As written, behind `prefix`: what the generator or the configuration puts in front of it. */
  target: string;
  prefix?: string;
  /** Set if a text that begins with a slash stands without the prefix. */
  mayBeWhole?: true;
  place: Place;
  /** Set if the text at `place` stands for other targets as well. */
  isShared?: true;
  /** Set if the text can only name pages directly in one folder: it goes with a page that leaves it. */
  isOfFolder?: true;
  /** Set if the item is taken out with a page that its menu cannot name any more. */
  goesWithPage?: true;
  /** Set for the only item of a list that may not be empty. */
  isOnlyItem?: true;
  /** Set for a link in a menu that is not the page's own place there. */
  isExtra?: true;
}

/** What is written into a menu so that it shows a page. Offsets in UTF-16 code units. */
export interface MissingEntry {
  path: string;
  start: number;
  end: number;
  text: string;
}
