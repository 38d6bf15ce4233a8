/** Something in a text that runs, or that makes a reader's browser load something. */
export interface ActiveItem {
  kind: ActiveKind;
  /** Key for the comparison with the site before the change: items with the same key do the same. */
  key: string;
  /** UTF-16 offset in the text. */
  at: number;
  /** Description for people, such as "the element <script>". */
  what: string;
  /**
   * Name by which a project may allow it: an element, a component, a module or a macro. Of a file, its path.
   */
  name?: string;
  /** Hosts that it loads from. */
  hosts?: string[];
}

/**
 * - `element`: runs or embeds something, whatever it loads
 * - `frame`: embeds a page of another host
 * - `code`: JavaScript beyond data
 * - `module`: an import; `name` is the module
 * - `load`: a picture, recording or style of another host
 * - `macro`: a shortcode, an include, a fence that runs
 * - `file`: a path that a build may read; `name` is the path
 */
type ActiveKind = "element" | "frame" | "code" | "module" | "load" | "macro" | "file";
