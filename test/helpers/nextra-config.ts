/** A `next.config.mjs` with Nextra and these options, which may use `old`, a list of one redirect. */
export const nextra = (members: string) =>
  `import nextra from "nextra";\nconst old = [{ source: "/old", destination: "/guide", permanent: true }];\nexport default nextra({})({ ${members} });\n`;
