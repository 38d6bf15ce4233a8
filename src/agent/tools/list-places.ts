const placesMax = 50;

/** Lists the places of links, at most 50. */
export function listPlaces(links: readonly { path: string; line: number }[]): string {
  const places = [...new Set(links.map(({ path, line }) => `${path}:${line}`))];
  return `${places.slice(0, placesMax).join(", ")}${places.length > placesMax ? " …" : ""}`;
}
