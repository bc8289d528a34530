import type { Language } from '@atrium/contract'
import * as z from 'zod/mini'

const BothNames = z.object({ chs: z.string(), en: z.optional(z.string()) })

/** Returns a name in both languages, in the format that products send. */
export const bothNames = (chs: string, en: string): string => JSON.stringify({ chs, en })

/** Returns a name in one language. Plain text is the same in both. */
export function nameIn(name: string, language: Language): string {
  try {
    const { chs, en = chs } = z.parse(BothNames, JSON.parse(name))
    return language === 'en' ? en : chs
  } catch {
    return name
  }
}
