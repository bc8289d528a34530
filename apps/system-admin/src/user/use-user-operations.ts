import {
  type ListedUser,
  sendEmailVerification,
  userList,
  userResetPassword,
  userStatus,
  userUpdate,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { operate } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

const lists = [userList]

/** Returns actions on a user that need a confirmation but no form. The functions stay the same between renders. */
export function useUserOperations() {
  const t = useSystemText()
  const shared = useContractText()
  return useMemo(() => {
    const words = (user: ListedUser) => ({ name: user.displayName, email: user.email })
    return {
      verify: (user: ListedUser) =>
        void operate(lists, {
          question: {
            title: t('user.verify.title'),
            content: t('user.verify.question', words(user)),
            ok: t('user.verify.ok'),
          },
          call: sendEmailVerification,
          input: { id: user.id },
          done: t('user.verify.done'),
        }),
      resetPassword: (user: ListedUser) =>
        void operate(lists, {
          question: {
            title: t('user.reset.title'),
            content: t('user.reset.question', words(user)),
            ok: t('user.reset.ok'),
            danger: true,
          },
          call: userResetPassword,
          input: { id: user.id },
          done: t('user.reset.done', words(user)),
        }),
      lock: (user: ListedUser) => {
        const { id, rowVersion, status } = user
        const locked = status === userStatus.locked
        const asked = { ...words(user), notification: shared('product.notification') }
        void operate(lists, {
          question: {
            title: t(locked ? 'user.lock.undoTitle' : 'user.lock.title'),
            content: t(locked ? 'user.lock.undoQuestion' : 'user.lock.question', asked),
            ok: t(locked ? 'user.lock.undo' : 'user.lock.action'),
            danger: !locked,
          },
          call: userUpdate,
          input: { id, rowVersion, status: locked ? userStatus.normal : userStatus.locked },
          done: t(locked ? 'user.lock.undone' : 'user.lock.done'),
        })
      },
    }
  }, [t, shared])
}
