import { languages, languageTypes } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'

/** Names of Arco icons' components. */
const icons = { zh: 'IconChineseFill', en: 'IconEnglishFill' } as const

/** GET /base/language/type. */
export const languageTypesRoute = handleOwn(languageTypes, async () =>
  languages.map((language) => ({ language, icon: icons[language] })),
)
