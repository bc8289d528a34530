/** The most decimals of a number, unless a field says otherwise. */
export const defaultDecimals = 3

/**
 * What of a text may stand in a numeric field: digits and one dot with a few decimals behind it. Full-width digits,
 * as Chinese input methods produce them, become plain ones.
 * @param decimals 0 for whole numbers
 */
export function numericOnly(text: string, decimals = defaultDecimals): string {
  const [whole = '', ...fraction] = text
    .normalize('NFKC')
    .replace('。', '.')
    .replace(/[^\d.]/g, '')
    .split('.')
  if (decimals === 0 || fraction.length === 0) return whole
  return `${whole || '0'}.${fraction.join('').slice(0, decimals)}`
}
