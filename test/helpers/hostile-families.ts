/** A kind of text that is hard on matchers, at any length. */
export interface HostileFamily {
  name: string;
  make(length: number): string;
}

/** What the syntaxes begin, repeat, nest or nearly match with; two parts are an opening and its end. */
const atoms: readonly (string | readonly [string, string])[] = [
  // Markdown and MDX
  ...[
    "`",
    "*",
    "_",
    "~",
    "[",
    "](",
    "![",
    "#",
    "\n# ",
    "\n> ",
    "\n- ",
    "\n1. ",
    "| ",
    "|-",
    "\n```\n",
    "\n~~~",
  ],
  ...[
    "[^1]",
    "\n[a]: ",
    "&#",
    "&amp",
    "\\",
    "\n:::",
    "\n!!! ",
    "{#id}",
    "{: .a #b}",
    "\n===",
    "\n---\n",
    "a  \n",
  ],
  ...[
    "\nimport a from 'b'",
    "\nexport const a = ",
    "<!--@include: a.md",
    "@a/b",
    "http://",
    "a://b ",
    "www.",
  ],
  ...[
    "**|**",
    "__|__",
    "[|](a)",
    "![|](b)",
    "<a>|</a>",
    "<a |/>",
    "<!--|-->",
    "{|}",
    "{/*|*/}",
    "$" + "{|}",
    "(|)",
  ].map((pair) => pair.split("|") as unknown as readonly [string, string]),
  ...["<", "</", "<a ", "<a b='", '<img src="', "<script>", "<div>\n", "</div>\n"],
  // front matter, JSON, TOML
  ...[
    "\nkey: ",
    "\n- a: ",
    "a, ",
    "[a , b] # ",
    "&a ",
    "*a ",
    "? ",
    "\nslug: a ",
    "\n+++\n",
    "\na = [",
    "\n[a.b]\n",
  ],
  ...['{"a":', '["', "\\u0041", '"a",', "1e9,", "'", '"', "true "],
  ...["[|]", "{a: |}"].map((pair) => pair.split("|") as unknown as readonly [string, string]),
  // globs, ignore files, redirects, paths, refs
  ...[
    "*a",
    "**/",
    "?*",
    "{a,b}",
    "{*,*}",
    "{,",
    "[a-z]*",
    "[[:alpha:]",
    "!",
    "\n!a/**",
    ":x*/",
    "*/",
    ":a/",
    "a/",
    "../",
  ],
  ...[
    "./",
    "//",
    "%2e",
    "%",
    "?a",
    "#a",
    "a.",
    ".git",
    "git~1",
    "a:",
    "refs/heads/",
    ".lock/",
    "@{",
    "..",
    "-",
  ],
  // addresses, headers, keys
  ...[
    "ssh://a@",
    "git@a:",
    "a@b:",
    "1.2.3.4,",
    "::",
    "text/html;q=0.1,",
    ";q=",
    "a=b; ",
    "Bearer ",
    "token: ",
    "~0~1/",
  ],
  ...[
    "cpd_aaaaaaaa_",
    "ghp_",
    "sk-ant-",
    "glpat-",
    "eyJaaaaaaaaaa-",
    "AKIA",
    "-----BEGIN PRIVATE KEY-----\n",
    "password=",
  ],
  // diffs, events, messages of hosts
  ...[
    "\ndiff --git a/b b/b",
    "\n--- a/b",
    "\n+++ b/b",
    "\n@@ -1 +1 @@\n",
    "\n+",
    "\n-",
    "\\ No newline",
    '"a\\303"',
  ],
  ...[
    "\ndata: ",
    "\nevent: a",
    "\n\n",
    "!\t",
    "remote: ",
    "\nfatal: ",
    "HOST IDENTIFICATION HAS CHANGED ",
    "\nA: b",
  ],
  ...["[//]: # (copydesk:", "<!-- copydesk:", "@copydesk", "@", "\n> @copydesk", "required scope(s)["],
  // instructions and expressions
  ...[
    'Replace "a" with "b" and ',
    "please ",
    ", and then ",
    " and ",
    "in a, ",
    "move a to ",
    "fix links, ",
    "(a+)+",
    "a{9}",
  ],
  ...["[[:a", "[^]", "\\1", "; also changed: ", "new a b:1:1 ", ":0:0 "],
  // letters
  ...[
    "a",
    "aaaa_",
    "_a",
    " ",
    "\t",
    "\n",
    "\r",
    "\r\n",
    "\u2028",
    "\u00a0",
    "\u0000",
    "\u0301",
    "\u200d",
    "\u{1f468}\u200d",
  ],
  ...["\u{1f1e6}", "\u{e0041}", "\u202e", "\ud800", "漢", "“", "’", "–", "\ufeff", "é"],
];

const shapes: readonly [name: string, make: (open: string, close: string, length: number) => string][] = [
  ["repeated", (open, close, length) => fill(open + close, length)],
  ["then nothing that fits", (open, close, length) => `${fill(open + close, length - 2)}\u0001!`],
  ["nested", (open, close, length) => fill(open, length / 2) + fill(close === "" ? " " : close, length / 2)],
];

export const hostileFamilies: readonly HostileFamily[] = atoms.flatMap((atom) => {
  const [open, close] = typeof atom === "string" ? [atom, ""] : atom;
  return shapes.map(([shape, make]) => ({
    name: `${JSON.stringify(open + close)} ${shape}`,
    make: (length: number) => make(open, close, length),
  }));
});

function fill(text: string, length: number): string {
  return text.repeat(Math.max(1, Math.ceil(length / text.length))).slice(0, length);
}
