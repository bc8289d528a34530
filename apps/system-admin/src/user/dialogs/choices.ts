import { languages, userTypes } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { languageNames } from '@atrium/ui-kit'
import type { Choice } from '@atrium/ui-kit/pickers'

/** Each language by its own name. */
export const languageChoices: readonly Choice[] = languages.map((value) => ({
  value,
  label: languageNames[value],
}))

/** Returns the choices of a user's fields with closed sets of values. */
export function useUserChoices() {
  const t = useContractText()
  return {
    sexes: (['0', '1'] as const).map((value) => ({ value, label: t(`user.value.sex.${value}`) })),
    types: Object.values(userTypes).map((value) => ({ value, label: t(`user.value.userType.${value}`) })),
  }
}
