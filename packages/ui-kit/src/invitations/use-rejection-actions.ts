import { Message } from '@arco-design/web-react'
import {
  invitationList,
  type ProductResponse,
  productRefusalList,
  productRefusalRetry,
  productRefusalTakeBack,
  tenantUserList,
} from '@atrium/contract'
import { send, useContractText } from '@atrium/shared-api'
import { useCallback } from 'react'
import { refresh } from '../base/query.ts'
import type { RowAction } from '../list/cells.tsx'
import { operate } from '../overlay/operate.ts'
import { useKitText } from '../texts/index.ts'

const lists = [productRefusalList, invitationList, tenantUserList]

const tones = { training: 'info', waiting: 'info', accepted: 'success', refused: 'error' } as const

/** A product's rejection of a person. */
interface Rejected {
  readonly id: string
  readonly name: string
  readonly softName: string
}

/** Returns the actions on a rejection: retry the authorization, or take it back after a confirmation. */
export function useRejectionActions(
  tenantId: string,
): (rejected: Rejected) => [retry: RowAction, takeBack: RowAction] {
  const t = useKitText()
  const word = useContractText()
  return useCallback(
    ({ id, name, softName }) => {
      const say = ({ state, reason }: ProductResponse) =>
        Message[tones[state]]([softName, word(`outcome.${state}`), reason].filter(Boolean).join(' · '))
      const retry = async () => {
        await send(productRefusalRetry, { id }).then(say, () => undefined)
        await refresh(...lists)
      }
      const takeBack = () =>
        operate(lists, {
          question: {
            title: t('invitations.refusals.takeBack.title'),
            content: t('invitations.refusals.takeBack.question', { name, software: softName }),
            ok: t('invitations.refusals.takeBack.action'),
            danger: true,
          },
          call: productRefusalTakeBack,
          input: { id },
          tenantId,
          done: word('productRefusal.done.takenBack'),
        })
      return [
        { label: t('invitations.refusals.retry.action'), onChoose: () => void retry() },
        {
          label: t('invitations.refusals.takeBack.action'),
          danger: true,
          onChoose: () => void takeBack(),
        },
      ]
    },
    [t, word, tenantId],
  )
}
