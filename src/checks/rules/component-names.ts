/**
 * Components that an MDX page may use without an import because its generator provides them, besides those of
 * the generator's configuration or theme.
 */
export const builtInComponents: Readonly<Record<string, readonly string[]>> = {
  mintlify: `Accordion AccordionGroup Badge Callout Card CardGroup Cards Check Code CodeBlock CodeGroup Color
    Column Columns Danger Error Expandable Fragment Frame Heading Icon Image Info Latex Link Mermaid Note Panel
    Param ParamField Parameter Prompt Property RequestExample RequestField ResponseExample ResponseField Snippet
    SnippetGroup Step Steps Tab Table Tabs Tile Tip Tooltip Tree Update Video View Visibility Warning ZoomImage`.split(
    /\s+/,
  ),
  docusaurus: "Admonition CodeBlock Details Fragment Head Mermaid".split(" "),
  starlight: ["Fragment"],
  astro: ["Fragment"],
  nextra: ["Fragment"],
};

/** Names that MDX gives to every page. It looks up no other name of a component in the global scope. */
export const namesOfMdx: ReadonlySet<string> = new Set([
  "Fragment",
  "MDXContent",
  "MDXLayout",
  "React",
  "props",
]);

/** Names of the language, of browsers and of Node, and those that MDX itself passes to a page. */
export const globalNames: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis),
  ...`undefined NaN Infinity arguments props components React Fragment window document navigator location history
    localStorage sessionStorage self top parent alert confirm prompt HTMLElement Element Event CustomEvent
    IntersectionObserver MutationObserver ResizeObserver requestAnimationFrame cancelAnimationFrame matchMedia
    getComputedStyle Image Audio FileReader XMLHttpRequest WebSocket Worker Notification screen scrollTo innerWidth
    innerHeight require module exports process global Buffer`.split(/\s+/),
]);

/** Interfaces of browsers, of which there are hundreds. */
export const browserName =
  /^(?:(?:HTML|SVG|CSS|RTC|IDB|DOM|WebGL|Media|Speech)[A-Z]\w*|[A-Z]\w*(?:Event|Observer|Element|List)|Node|Text|Range|Selection|Document|Window|Path2D|customElements)$/;

/** Names in expressions that a generator passes to every page. */
export const builtInIdentifiers: Readonly<Record<string, readonly string[]>> = {
  mintlify: `useState useEffect useMemo useRef useCallback useContext useReducer useId useLayoutEffect
    useSyncExternalStore useTransition useDeferredValue createContext memo forwardRef user`.split(/\s+/),
  docusaurus: ["frontMatter", "contentTitle", "toc", "assets", "metadata", "unlisted"],
  starlight: ["frontmatter", "Astro", "file", "url", "getHeadings"],
  astro: ["frontmatter", "Astro", "file", "url", "getHeadings"],
  nextra: ["metadata", "frontMatter", "toc", "title"],
};
