import { languages, userTypes } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { languageNames } from '@atrium/ui-kit'
import type { Choice } from '@atrium/ui-kit/pickers'

/** Each language by its own name. */
export const languageChoices: readonly Choice[] = languages.map((value) => ({
  value,
  label: languageNames[value],
}))

/** The closed sets of a user's fields, in words. */
export function useUserChoices() {
  const t = useContractText()
  const choicesOf = (field: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`value.${field}.${value}`, {}) }))
  return { sexes: choicesOf('sex', ['0', '1']), types: choicesOf('userType', Object.values(userTypes)) }
}
