const dollars = new Intl.NumberFormat(undefined, {
  ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
});

/** Shows dollars; amounts below a cent keep two significant digits. Null if the price is unknown. */
export function Money({ usd }: { usd: number | null }) {
  return <>{usd === null ? "–" : formatMoney(usd)}</>;
}

export function formatMoney(usd: number): string {
  if (usd === 0) return "$0";
  if (usd < 0.01) return `$${usd.toPrecision(2)}`;
  return dollars.format(usd);
}
