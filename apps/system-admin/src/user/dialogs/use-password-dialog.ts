import type { ListedUser } from '@atrium/contract'
import { useGo, useSession } from '@atrium/shared-api'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { useCallback } from 'react'

/**
 * Returns the state of the password dialog. For their own password, administrators are led to the page that all users
 * have.
 */
export function usePasswordDialog() {
  const go = useGo()
  const own = useSession(({ user }) => user?.id)
  const { open: isOpen, opening, subject, edit, close } = useEntityDialog<ListedUser>()
  const open = useCallback(
    (user: ListedUser) => (user.id === own ? go('modifyPwd') : edit(user)),
    [go, own, edit],
  )
  return { user: subject?.values as ListedUser | undefined, isOpen, opening, open, close }
}
