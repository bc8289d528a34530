import { useGo } from '@atrium/shared-api'
import { useCallback } from 'react'
import { useMayOpen } from '../base/use-may-open.ts'
import { useKitText } from '../texts/index.ts'
import type { RowAction } from './cells.tsx'

/** What the access report is filtered by, by wire name. */
export interface AccessOf {
  readonly tenantId?: string
  readonly studyId?: string
  readonly userId?: string
}

/**
 * Returns a function for the action of a row that opens the access report of a person or a study; it returns no action
 * for users who may not read the report. The function stays the same between renders.
 */
export function useAccessAction(): (of: AccessOf) => readonly RowAction[] {
  const t = useKitText()
  const go = useGo()
  const mayRead = useMayOpen('accessReport')
  return useCallback(
    (of) =>
      mayRead ? [{ label: t('list.access'), onChoose: () => go('accessReport', { query: { ...of } }) }] : [],
    [t, go, mayRead],
  )
}
