/**
 * Rounds to 2 decimals, halves away from zero in the decimal notation: 1.005 becomes 1.01, although the
 * nearest binary number is a little less.
 */
export function round2(value: number): number {
  // From here on a number has no decimals.
  if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 52) return value
  const [digits = '0', exponent = '0'] = Math.abs(value).toExponential().split('e')
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + 2}`))
  return Math.sign(value) * Number(`${shifted}e-2`)
}
