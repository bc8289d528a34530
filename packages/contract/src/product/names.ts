import type { Language } from '../core/language.ts'

const named = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * Returns a product's name in one language. Products send plain text, or JSON text with a Chinese name in `chs` and
 * an optional English one in `en`. Any other text is shown unchanged.
 */
export function productNameIn(language: Language, text: string): string {
  if (!text.trim().startsWith('{')) return text
  try {
    const { chs, en } = JSON.parse(text)
    const [chinese, english] = [named(chs), named(en)]
    return (language === 'zh' ? chinese || english : english || chinese) || text
  } catch {
    return text
  }
}

/** Joins names with a language’s comma. */
export const listNames = (language: Language, names: readonly string[]): string =>
  names.join(language === 'zh' ? '、' : ', ')
