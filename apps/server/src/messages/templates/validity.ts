import type { Language } from '@atrium/contract'

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A span of time as people say it, in the largest unit that it is a multiple of: 10 minutes, 3天. */
export function validityOf(seconds: number, language: Language): string {
  const [unit, length] = units.find(([, length]) => seconds % length === 0) ?? (['second', 1] as const)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / length,
  )
}
