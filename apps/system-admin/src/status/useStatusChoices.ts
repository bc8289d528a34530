import { openStatus } from '@atrium/contract'
import { useSystemText } from '../texts/index.ts'

/** Open or closed, to choose from. */
export function useStatusChoices() {
  const t = useSystemText()
  return [
    { value: openStatus.open, label: t('status.open') },
    { value: openStatus.closed, label: t('status.closed') },
  ]
}
