import type { Language } from '@atrium/contract'
import * as z from 'zod/mini'

const BothNames = z.object({ chs: z.string(), en: z.optional(z.string()) })

/** A name in both languages as products send it. */
export const bothNames = (chs: string, en: string): string => JSON.stringify({ chs, en })

/** A name in a language; plain text is the same in both. */
export function nameIn(name: string, language: Language): string {
  try {
    const { chs, en = chs } = z.parse(BothNames, JSON.parse(name))
    return language === 'en' ? en : chs
  } catch {
    return name
  }
}
