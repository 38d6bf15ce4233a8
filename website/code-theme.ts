/** Stand-ins for colours, which `theme/style.css` sets for light and dark by the classes of these names. */
const names = ["text", "comment", "string", "keyword", "constant", "name"] as const;
const scopes: Record<(typeof names)[number], string[]> = {
  text: [],
  comment: ["comment", "punctuation.definition.comment"],
  string: ["string", "punctuation.definition.string", "string.unquoted"],
  keyword: ["keyword", "storage"],
  constant: ["constant", "variable", "support.constant"],
  name: ["entity.name", "support.function", "support.type.property-name", "entity.other.attribute-name"],
};
const colourOf = (name: (typeof names)[number]) => `#00000${names.indexOf(name)}`;

export const codeTheme = {
  name: "copydesk",
  type: "light",
  fg: colourOf("text"),
  bg: "#ffffff",
  settings: names
    .filter((name) => name !== "text")
    .map((name) => ({ scope: scopes[name], settings: { foreground: colourOf(name) } })),
};

/** Classes instead of attributes `style`, which the service's content security policy refuses. */
export const namesColours = {
  name: "copydesk:colours",
  span(node: { properties: Record<string, unknown> }) {
    const at = /#00000(\d)/.exec(String(node.properties.style))?.[1];
    delete node.properties.style;
    if (at !== undefined && at !== "0") node.properties.class = `code-${names[Number(at)]}`;
  },
  pre(node: { properties: Record<string, unknown> }) {
    delete node.properties.style;
  },
};
