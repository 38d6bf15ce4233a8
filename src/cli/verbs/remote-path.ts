/** Template for an API path that encodes the interpolated values. */
export function path(strings: TemplateStringsArray, ...values: string[]): string {
  return String.raw({ raw: strings }, ...values.map(encodeURIComponent));
}

export function withQuery(base: string, query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (typeof value !== "object" || value === null) params.set(name, String(value));
    // `metadata: {team: "docs"}` becomes `metadata.team=docs`.
    else for (const [key, inner] of Object.entries(value)) params.set(`${name}.${key}`, String(inner));
  }
  return params.size === 0 ? base : `${base}?${params}`;
}
