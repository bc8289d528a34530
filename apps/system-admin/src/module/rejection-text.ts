import type { ReleaseRejection } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { useCallback } from 'react'

/** Returns a function that explains why a release cannot run. */
export function useRejectionText(): (rejection: ReleaseRejection) => string {
  const shared = useContractText()
  return useCallback(
    ({ reason, module, names }) => shared(`release.refusal.${reason}`, { module, names: names.join(', ') }),
    [shared],
  )
}
