import { languages, userTypes } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { languageNames } from '@atrium/ui-kit'
import type { Choice } from '@atrium/ui-kit/pickers'

/** Languages under their own names. */
export const languageChoices: readonly Choice[] = languages.map((value) => ({
  value,
  label: languageNames[value],
}))

/** Returns the choices for user fields that have a fixed set of values. */
export function useUserChoices() {
  const t = useContractText()
  return {
    sexes: (['0', '1'] as const).map((value) => ({ value, label: t(`user.value.sex.${value}`) })),
    types: Object.values(userTypes).map((value) => ({ value, label: t(`user.value.userType.${value}`) })),
  }
}
