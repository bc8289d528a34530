import { type ListedUser, userStatus } from '@atrium/contract'
import { useSession } from '@atrium/shared-api'
import type { RowAction } from '@atrium/ui-kit/list'
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
  /** Locks a user, or unlocks one who is locked. */
  readonly lock: Handle
}

/**
 * What can be done with a user. What another identity source keeps is not changed here, and nobody locks
 * themselves.
 */
export function useUserActions(handlers: UserHandlers): (user: ListedUser) => RowAction[] {
  const t = useSystemText()
  const own = useSession(({ user }) => user?.id)
  const { editBasics, editImportant, changePassword, resetPassword, showDevices, lock } = handlers
  // A page of rows asks for them again and again.
  const labels = useMemo(
    () => ({
      edit: t('user.basics.action'),
      important: t('user.important.action'),
      password: t('user.password.action'),
      reset: t('user.reset.action'),
      devices: t('user.devices.action'),
      lock: t('user.lock.action'),
      unlock: t('user.lock.undo'),
    }),
    [t],
  )
  return useCallback(
    (user) => {
      const locked = user.status === userStatus.locked
      const keptHere: RowAction[] = [
        { label: labels.important, onChoose: () => editImportant(user) },
        { label: labels.password, onChoose: () => changePassword(user) },
        { label: labels.reset, onChoose: () => resetPassword(user) },
      ]
      const lockAction: RowAction = {
        label: locked ? labels.unlock : labels.lock,
        danger: !locked,
        onChoose: () => lock(user),
      }
      return [
        { label: labels.edit, onChoose: () => editBasics(user) },
        ...(user.external ? [] : keptHere),
        { label: labels.devices, onChoose: () => showDevices(user) },
        ...(user.id === own ? [] : [lockAction]),
      ]
    },
    [labels, own, editBasics, editImportant, changePassword, resetPassword, showDevices, lock],
  )
}
