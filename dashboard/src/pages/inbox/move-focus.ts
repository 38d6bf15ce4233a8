/** Focuses the next or the previous row; the first one if no row has the focus. */
export function moveFocus(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-inbox-row]")];
  const here = rows.indexOf(document.activeElement as HTMLElement);
  const next = here === -1 ? rows[0] : rows[Math.min(rows.length - 1, Math.max(0, here + by))];
  next?.focus();
}
