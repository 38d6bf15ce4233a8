const placesMax = 50;

/** Places of links, as many as are worth reading. */
export function listPlaces(links: readonly { path: string; line: number }[]): string {
  const places = [...new Set(links.map(({ path, line }) => `${path}:${line}`))];
  return `${places.slice(0, placesMax).join(", ")}${places.length > placesMax ? " …" : ""}`;
}
