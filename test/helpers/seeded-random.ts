/** A number from 0 to 1 that is the same in every run (mulberry32). */
export function seededRandom(seed: number): number {
  let state = (seed * 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}
