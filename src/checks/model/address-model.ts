/**
 * How addresses lead to the files of a site whose generator is not known, as far as the site's own links
 * prove it.
 */
export interface AddressModel {
  /** Folders that `/a/b` counts from; empty when that is not proved. */
  roots: string[];
  /**
   * Folders of languages with the one that they are in: each absolute address names a page from one of them,
   * but from which is not known. Empty where `roots` are proved.
   */
  languages: string[];
  /** The folder that `../a/b` counts from; null when that is not proved. */
  base: RelativeBase | null;
}

/**
 * What a relative address counts from: the page's folder, the page's own address, or that of its folder
 * without its last name.
 */
export type RelativeBase = "folder" | "page" | "parent";
