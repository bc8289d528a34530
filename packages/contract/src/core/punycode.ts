/** Parameters of Punycode (RFC 3492, 5). */
const base = 36
const minThreshold = 1
const maxThreshold = 26
const skew = 38
const damp = 700
const firstBias = 72
const firstPoint = 128
const largestPoint = 0x10ffff

/** Returns the value of a digit: a to z, then 0 to 9; undefined for anything else. */
function digitOf(sign: string): number | undefined {
  const value = Number.parseInt(sign, base)
  if (Number.isNaN(value)) return undefined
  return value < 10 ? value + 26 : value - 10
}

/** Adapts the bias after each delta (RFC 3492, 6.1). */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / length)
  let steps = 0
  for (; rest > ((base - minThreshold) * maxThreshold) / 2; steps += base)
    rest = Math.floor(rest / (base - minThreshold))
  return steps + Math.floor(((base - minThreshold + 1) * rest) / (rest + skew))
}

/**
 * Decodes Punycode (RFC 3492, 6.2): the part of an internationalised label after `xn--`. Browsers can only encode.
 * @returns undefined if the text is not Punycode
 */
export function decodePunycode(text: string): string | undefined {
  const end = text.lastIndexOf('-')
  const points = Array.from(text.slice(0, Math.max(end, 0)), (sign) => sign.codePointAt(0) ?? 0)
  const digits = text.slice(end + 1)
  let [index, point, bias, position] = [0, firstPoint, firstBias, 0]
  while (position < digits.length) {
    const before = index
    let weight = 1
    for (let threshold = base; ; threshold += base) {
      const digit = digitOf(digits.charAt(position))
      if (digit === undefined) return undefined
      position += 1
      index += digit * weight
      const limit = Math.min(Math.max(threshold - bias, minThreshold), maxThreshold)
      if (digit < limit) break
      weight *= base - limit
    }
    const length = points.length + 1
    bias = adapt(index - before, length, before === 0)
    point += Math.floor(index / length)
    index %= length
    if (point > largestPoint) return undefined
    points.splice(index, 0, point)
    index += 1
  }
  return String.fromCodePoint(...points)
}
