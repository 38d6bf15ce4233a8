import type { Curves } from "./growth/curves.ts";

const size = { width: 640, height: 360, left: 64, right: 190, top: 40, bottom: 48 };
// Distinguishable on white and on black, and for readers with colour blindness (Okabe and Ito, 2008).
const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"];

interface Scale {
  /** Powers of ten; the first and last enclose all values. */
  ticks: readonly number[];
  place(value: number): number;
}

/** Draws an SVG chart with a line for each operation; both axes are logarithmic. */
export function drawCurves({ of, unit, sizes, series }: Curves): string {
  const x = scale(sizes, size.left, size.width - size.right);
  const y = scale(Object.values(series).flat(), size.height - size.bottom, size.top);
  const lines = Object.entries(series).map(([name, values], n) =>
    drawLine({ name, colour: colours[n % colours.length]!, labelY: size.top + 20 * n }, (at) =>
      sizes.map((one, place) => at(x.place(one), y.place(values[place]!))),
    ),
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeMarkup(`${unit}, by ${of}`)}</title>`,
    `<rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    `<text x="${size.left}" y="22" font-size="14">${escapeMarkup(`${unit}, by ${of}`)}</text>`,
    ...x.ticks.map((tick) => drawTick(x.place(tick), size.height - size.bottom + 18, tick, "middle")),
    ...y.ticks.map((tick) => drawTick(size.left - 8, y.place(tick) + 4, tick, "end")),
    ...y.ticks.map((tick) => drawRule(y.place(tick))),
    ...lines,
    "</svg>",
    "",
  ].join("\n");
}

function scale(values: readonly number[], from: number, to: number): Scale {
  const first = Math.floor(Math.log10(Math.min(...values)));
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values))));
  const ticks = Array.from({ length: last - first + 1 }, (_, n) => 10 ** (first + n));
  return {
    ticks,
    place: (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from),
  };
}

function drawLine(
  { name, colour, labelY }: { name: string; colour: string; labelY: number },
  points: (at: (x: number, y: number) => string) => string[],
): string {
  const path = points((x, y) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const left = size.width - size.right + 16;
  return [
    `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    `<rect x="${left}" y="${labelY - 9}" width="10" height="10" fill="${colour}"/>`,
    `<text x="${left + 16}" y="${labelY}">${escapeMarkup(name)}</text>`,
  ].join("\n");
}

function drawTick(x: number, y: number, tick: number, anchor: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="#444">${tick.toLocaleString("en")}</text>`;
}

function drawRule(y: number): string {
  return `<line x1="${size.left}" x2="${size.width - size.right}" y1="${y.toFixed(1)}" y2="${y.toFixed(1)}" stroke="#ddd"/>`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
