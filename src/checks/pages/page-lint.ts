/** A name or text of a page, with its place. */
export interface PagePlace {
  name: string;
  line: number;
  column: number;
}

/** Facts for the rules about a page's own text. */
export interface PageLint {
  /** Components that the page uses but neither imports nor declares; MDX only. */
  components: PagePlace[];
  /** Names in expressions, likewise. */
  identifiers: PagePlace[];
  /** Files that the page imports, as written; in Markdown those that count where it is read as MDX. */
  modules: PagePlace[];
  /** Files that `<script>` elements import, as written; of Markdown that becomes a component of Vue. */
  scriptModules: PagePlace[];
  /** Labels of references that the page does not define. */
  references: PagePlace[];
  /** Number of all references, with a definition or without. */
  referenceCount: number;
  openFences: PagePlace[];
  /** Sources of images without alternative text. */
  untextedImages: PagePlace[];
  /** Ids written by hand that already occur on the page. */
  repeatedIds: PagePlace[];
  /** Invisible characters that reorder or hide text, as `U+202E`. */
  hiddenCharacters: PagePlace[];
  /** Top-level keys of the front matter with the content of their lines; null without front matter. */
  frontMatter: Record<string, string> | null;
}

export const noLint: PageLint = {
  ...{
    components: [],
    identifiers: [],
    modules: [],
    scriptModules: [],
    references: [],
    referenceCount: 0,
    openFences: [],
    untextedImages: [],
  },
  ...{ repeatedIds: [], hiddenCharacters: [], frontMatter: {} },
};
