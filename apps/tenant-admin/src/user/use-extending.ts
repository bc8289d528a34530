import { lookupLimit, type TenantUser } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { createSelection, type SelectableRows, type Selection } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { type Extension, extensionOf } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo, useState } from 'react'
import { useTenantText } from '../texts/index.ts'

const nameOf = ({ displayName }: TenantUser) => displayName

/** Returns the users selected in a tenant, none after another tenant is chosen. */
function useSelectionIn(tenantId: string): Selection {
  const [present, setPresent] = useState(() => ({ tenantId, selection: createSelection() }))
  if (present.tenantId !== tenantId) setPresent({ tenantId, selection: createSelection() })
  return present.selection
}

/**
 * Extends memberships of one user, or of the selected users of a tenant.
 * @param rows rows of the list; undefined while they load
 */
export function useExtending(tenantId: string, rows: readonly TenantUser[] | undefined) {
  const t = useTenantText()
  const own = useSession(({ user }) => user?.id)
  const selection = useSelectionIn(tenantId)
  const dialog = useEntityDialog<Extension>()
  const { edit } = dialog
  const selectable = useMemo<SelectableRows<TenantUser>>(
    () => ({
      selection,
      nameOf,
      disabledReason: ({ reachable, userId }) => {
        if (!reachable) return t('user.unreachable')
        return userId === own ? t('user.ownPeriod') : undefined
      },
    }),
    [selection, own, t],
  )
  const extend = useCallback((user: TenantUser) => edit(extensionOf([user.id], [user])), [edit])
  const extendSelected = () => {
    const ids = selection.ids()
    if (ids.size > lookupLimit) return Message.warning(t('user.tooMany', { max: lookupLimit }))
    edit(extensionOf(ids, rows ?? []))
  }
  return { selection, selectable, dialog, extend, extendSelected }
}
