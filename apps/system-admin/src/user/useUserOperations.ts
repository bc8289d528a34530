import {
  type Call,
  type InputOf,
  type ListedUser,
  sendEmailVerification,
  userList,
  userResetPassword,
  userStatus,
  userUpdate,
} from '@atrium/contract'
import { send } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { refresh } from '@atrium/ui-kit/list'
import { type Confirmation, confirmOperation } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Operation<C extends Call> {
  readonly question: Confirmation
  readonly call: C
  readonly input: InputOf<C>
  /** What is said when it is done. */
  readonly done: string
}

/** Does something after a confirmation. Whatever comes of it, the list is asked for again: it may have been behind. */
async function operate<C extends Call>({ question, call, input, done }: Operation<C>): Promise<void> {
  if (!(await confirmOperation(question))) return
  await send(call, input).then(
    () => Message.success(done),
    // Shown by then.
    () => undefined,
  )
  await refresh(userList)
}

/** What is done to a user after a confirmation and without a form. The functions stay the same at every render. */
export function useUserOperations() {
  const t = useSystemText()
  return useMemo(() => {
    const words = (user: ListedUser) => ({ name: user.fullName, email: user.email })
    return {
      verify: (user: ListedUser) =>
        void operate({
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
        void operate({
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
        void operate({
          question: {
            title: t(locked ? 'user.lock.undoTitle' : 'user.lock.title'),
            content: t(locked ? 'user.lock.undoQuestion' : 'user.lock.question', words(user)),
            ok: t(locked ? 'user.lock.undo' : 'user.lock.action'),
            danger: !locked,
          },
          call: userUpdate,
          input: { id, rowVersion, status: locked ? userStatus.normal : userStatus.locked },
          done: t(locked ? 'user.lock.undone' : 'user.lock.done'),
        })
      },
    }
  }, [t])
}
