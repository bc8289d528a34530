import type { Language } from './language.ts'

const units = ['B', 'KB', 'MB', 'GB', 'TB']
const factor = 1024

/** Formats a number of bytes for people, such as `1.5 MB`: one decimal below ten, none above. */
export function sizeInWords(bytes: number, language: Language): string {
  const wholeUnits = Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(factor))
  const power = Math.min(wholeUnits, units.length - 1)
  const value = bytes / factor ** power
  const maximumFractionDigits = power > 0 && value < 10 ? 1 : 0
  return `${new Intl.NumberFormat(language, { maximumFractionDigits }).format(value)} ${units[power]}`
}
