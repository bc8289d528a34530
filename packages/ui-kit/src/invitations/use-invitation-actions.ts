import { type Invitation, invitationList, invitationResend, invitationWithdraw } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { useCallback } from 'react'
import type { RowAction } from '../list/cells.tsx'
import { operate } from '../overlay/operate.ts'
import { useKitText } from '../texts/index.ts'
import { useRejectionActions } from './use-rejection-actions.ts'

const lists = [invitationList]

/**
 * Returns the actions on an invitation. A pending or expired invitation can be withdrawn or resent, each after a
 * confirmation. For an accepted invitation, each rejected authorization can be retried or taken back.
 */
export function useInvitationActions(tenantId: string): (invitation: Invitation) => RowAction[] {
  const t = useKitText()
  const shared = useContractText()
  const rejectionActions = useRejectionActions(tenantId)
  return useCallback(
    ({ id, email, state, mayResend, refusals, mayDecide }) => {
      if (mayDecide && refusals.length > 0)
        return refusals.flatMap(({ softName, studyName, ...rejection }) =>
          rejectionActions({ ...rejection, softName, name: email }).map(({ label, ...action }) => ({
            ...action,
            label: refusals.length > 1 ? `${label} ${softName} · ${studyName}` : label,
          })),
        )
      if (state !== 'pending' && state !== 'expired') return []
      const resend = () =>
        operate(lists, {
          question: {
            title: t('invitations.resend.title'),
            content: t('invitations.resend.question', { email }),
            ok: t('invitations.resend.action'),
          },
          call: invitationResend,
          input: { id },
          tenantId,
          done: shared('invitation.done.resent'),
        })
      const withdraw = () =>
        operate(lists, {
          question: {
            title: t('invitations.withdraw.title'),
            content: t('invitations.withdraw.question', { email }),
            ok: t('invitations.withdraw.action'),
            danger: true,
          },
          call: invitationWithdraw,
          input: { id },
          tenantId,
          done: shared('invitation.done.withdrawn'),
        })
      return [
        ...(mayResend ? [{ label: t('invitations.resend.action'), onChoose: () => void resend() }] : []),
        { label: t('invitations.withdraw.action'), danger: true, onChoose: () => void withdraw() },
      ]
    },
    [t, shared, rejectionActions, tenantId],
  )
}
