import type { Language } from '@atrium/contract'

export { productNameIn as nameIn } from '@atrium/contract'

/** Joins names in one language. */
export const listNames = (language: Language, names: readonly string[]): string =>
  names.join(language === 'zh' ? '、' : ', ')
