/**
 * How addresses lead to the files of a site whose generator is not known, as far as the site's own links
 * prove it.
 */
export interface AddressModel {
  /** Folders that `/a/b` counts from; empty when that is not proved. */
  roots: string[];
  /** The folder that `../a/b` counts from; null when that is not proved. */
  base: RelativeBase | null;
}

/**
 * What a relative address counts from: the page's folder, the page's own address, or that of its folder
 * without its last name.
 */
export type RelativeBase = "folder" | "page" | "parent";
