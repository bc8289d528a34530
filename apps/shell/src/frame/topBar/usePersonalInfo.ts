import { withTexts } from '@atrium/shared-api'
import { type ComponentType, useState } from 'react'
import { fetched } from './fetched.ts'

type PersonalInfo = ComponentType<{ readonly onClose: () => void }>

/**
 * The dialog of the user's own data, fetched when it is opened.
 * @returns the dialog while it is open, what opens it and what closes it
 */
export function usePersonalInfo() {
  const [PersonalInfo, setPersonalInfo] = useState<PersonalInfo>()
  const open = async (): Promise<void> => {
    const dialog = await fetched(withTexts(import('../account/PersonalInfo.tsx'), 'account', 'ui-kit'))
    if (dialog) setPersonalInfo(() => dialog.default)
  }
  return { PersonalInfo, open, close: () => setPersonalInfo(undefined) }
}
