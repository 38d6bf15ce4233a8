const dollars = new Intl.NumberFormat(undefined, {
  ...{ style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" },
});

/** Dollars; what costs less than a cent keeps two digits that say something. Null: the price is not known. */
export function Money({ usd }: { usd: number | null }) {
  return <>{usd === null ? "–" : formatMoney(usd)}</>;
}

export function formatMoney(usd: number): string {
  if (usd === 0) return "$0";
  if (usd < 0.01) return `$${usd.toPrecision(2)}`;
  return dollars.format(usd);
}
