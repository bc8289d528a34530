import { departmentsOfUser, type TenantUser } from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { type EntityDialogState, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useCallback } from 'react'

/** A user's departments in the form. Their ids are separated by commas. */
export interface Departments {
  /** Id of the membership. */
  readonly id: string
  readonly tenantId: string
  readonly userId: string
  readonly displayName: string
  readonly departmentId: string
}

/** Joins ids in sorted order, so that the form compares them regardless of their order. */
export const joined = (ids: readonly string[]): string => ids.toSorted().join(',')

/**
 * Returns the dialog of a user's departments. It opens once they are loaded. If loading fails, an error message is
 * shown instead.
 */
export function useDepartmentsDialog(): {
  readonly state: EntityDialogState<Departments>
  readonly open: (user: TenantUser) => void
} {
  const state = useEntityDialog<Departments>()
  const { edit } = state
  const open = useCallback(
    async ({ id, tenantId, userId, displayName }: TenantUser): Promise<void> => {
      const ids = await send(departmentsOfUser, { tenantId, userId }).catch(() => undefined)
      if (ids) edit({ id, tenantId, userId, displayName, departmentId: joined(ids) })
    },
    [edit],
  )
  return { state, open: useCallback((user: TenantUser) => void open(user), [open]) }
}
