import { type ListedUser, userStatus } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import { type RowAction, useAccessAction } from '@atrium/ui-kit/list'
import { useCallback, useMemo } from 'react'
import { useSystemText } from '../../texts/index.ts'

type Handle = (user: ListedUser) => void

export interface UserHandlers {
  readonly editBasics: Handle
  readonly editImportant: Handle
  readonly changePassword: Handle
  readonly resetPassword: Handle
  readonly verify: Handle
  readonly showDevices: Handle
  /** Locks a user, or unlocks a locked one. */
  readonly lock: Handle
}

/**
 * Returns the actions on a user. Fields of an external identity source cannot be changed here, and users cannot lock
 * themselves. Actions that the server would reject are missing, or disabled with the reason.
 */
export function useUserActions(handlers: UserHandlers): (user: ListedUser) => RowAction[] {
  const t = useSystemText()
  const own = useSession(({ user }) => user?.id)
  const access = useAccessAction()
  const { editBasics, editImportant, changePassword, resetPassword, showDevices, lock } = handlers
  // Memoized, because all rows of a page share the labels.
  const labels = useMemo(
    () => ({
      edit: t('user.basics.action'),
      important: t('user.important.action'),
      password: t('user.password.action'),
      reset: t('user.reset.action'),
      devices: t('user.devices.action'),
      lock: t('user.lock.action'),
      unlock: t('user.lock.undo'),
      unreachable: t('user.unreachable'),
      lockedPassword: t('user.password.locked'),
      noEmail: t('user.reset.noEmail'),
    }),
    [t],
  )
  return useCallback(
    (user) => {
      const edit = { label: labels.edit, onChoose: () => editBasics(user) }
      if (!user.reachable) return [{ ...edit, disabledReason: labels.unreachable }]
      const locked = user.status === userStatus.locked
      const keptHere: RowAction[] = [
        { label: labels.important, onChoose: () => editImportant(user) },
        {
          label: labels.password,
          disabledReason: locked ? labels.lockedPassword : undefined,
          onChoose: () => changePassword(user),
        },
        {
          label: labels.reset,
          disabledReason: user.email === '' ? labels.noEmail : undefined,
          onChoose: () => resetPassword(user),
        },
      ]
      const lockAction: RowAction = {
        label: locked ? labels.unlock : labels.lock,
        danger: !locked,
        onChoose: () => lock(user),
      }
      return [
        edit,
        ...(user.external ? [] : keptHere),
        { label: labels.devices, onChoose: () => showDevices(user) },
        ...(user.id === own ? [] : [lockAction]),
        ...access({ userId: user.id }),
      ]
    },
    [labels, own, access, editBasics, editImportant, changePassword, resetPassword, showDevices, lock],
  )
}
