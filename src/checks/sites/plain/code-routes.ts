import { addressOfRoute } from "../shared/addresses.ts";

const code = /\.(?:[jt]sx?|astro|svelte|vue)$/;
/** Folders in which Next.js, Astro, Nuxt and SvelteKit look for pages of code. */
const folders = ["pages/", "app/", "routes/"];
/** Pages of Eleventy and others; names that begin with `_` are parts of pages. */
const template = /^(?!_|.*\/_).*(?=\.(?:liquid|njk|hbs|webc|ejs|pug|haml|erb|mustache|11ty\.[cm]?[jt]s)$)/;

/**
 * Returns a test for addresses that pages written in code may serve: their own, and those below a folder in
 * which one has a parameter. One with a parameter for the whole rest (`[...slug]`) shows the content itself.
 * The addresses of templates may begin at any folder above them.
 */
export function readCodeRoutes(files: ReadonlySet<string>): (target: string) => boolean {
  const exact = new Set<string>();
  const starts: string[] = [];
  for (const path of files) {
    const [page] = template.exec(path) ?? [];
    if (page !== undefined) for (const address of endsOf(page.replace(/\/index$/, ""))) exact.add(address);
    const routed = code.test(path) ? routedPart(path) : null;
    if (routed === null) continue;
    const at = routed.indexOf("[");
    const address = addressOfRoute(at < 0 ? routed : routed.slice(0, at));
    if (at < 0) exact.add(address);
    else if (address !== "/" && /[^[.]/.test(routed[at + 1] ?? "")) starts.push(address);
  }
  return (target) => {
    const address = target.replace(/[?#].*$/s, "");
    if (!address.startsWith("/")) return false;
    const bare = address.length > 1 && address.endsWith("/") ? address.slice(0, -1) : address;
    return exact.has(bare) || starts.some((start) => bare.startsWith(start));
  };
}

function endsOf(path: string): string[] {
  const parts = path.split("/");
  return parts.map((_, at) => `/${parts.slice(at).join("/")}`);
}

/** Returns the address that the file's place among the pages gives; null if it serves none. */
function routedPart(path: string): string | null {
  const places = folders.map((folder) => ({ folder, at: `/${path}`.lastIndexOf(`/${folder}`) }));
  const { folder, at } = places.reduce((one, other) => (other.at > one.at ? other : one));
  if (at < 0) return null;
  const below = path.slice(at + folder.length).replace(code, "");
  const bare = below.replace(/(?:^|\/)(?:index|\+?page)$/, "");
  return folder === "pages/" || bare !== below ? bare : null;
}
