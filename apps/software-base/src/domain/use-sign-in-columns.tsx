import type { domainSignIns, ProductSignIn } from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  RowActions,
  StatusTag,
  shownInstant,
  type Tone,
  useMayChange,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'
import { hasFailed } from './sign-outs.ts'

const tones: Readonly<Record<ProductSignIn['state'], Tone>> = {
  open: 'info',
  waiting: 'warning',
  notified: 'good',
  unsupported: 'plain',
  failed: 'bad',
}

/** Shows whether the product was notified that the sign-in has ended: since when, or why not. */
function Notice({ signIn }: { readonly signIn: ProductSignIn }) {
  const t = useSoftwareBaseText()
  const word = useContractText()
  const { state, attempts, failure, notifiedTime } = signIn
  return (
    <>
      <div className="sign-in-state">
        <StatusTag tone={tones[state]}>{word(`domain.signIn.state.${state}`)}</StatusTag>
        {notifiedTime !== '' && <time dateTime={notifiedTime}>{shownInstant(notifiedTime)}</time>}
      </div>
      {failure !== '' && (
        <div className="sign-in-note">{t('domain.signIns.failed', { count: attempts, reason: failure })}</div>
      )}
    </>
  )
}

/**
 * Returns the columns of the sign-ins to a domain.
 * @param notifyAgain must stay the same function between renders
 */
export function useSignInColumns(
  notifyAgain: (signInId: string) => Promise<void>,
): ColumnsOf<typeof domainSignIns> {
  const t = useSoftwareBaseText()
  const word = useContractText()
  const label = useLabels('domain')
  const mayChange = useMayChange()
  return useMemo(
    () => [
      { key: 'displayName', title: label('fullName'), width: 110, always: true, pinned: true },
      {
        key: 'state',
        title: label('state'),
        width: 220,
        always: true,
        render: (signIn) => <Notice signIn={signIn} />,
      },
      { key: 'userName', title: label('userName'), width: 120 },
      {
        key: 'signInTime',
        title: label('signInTime'),
        width: 160,
        sortable: true,
        render: ({ signInTime }) => shownInstant(signInTime),
      },
      {
        key: 'endTime',
        title: label('endTime'),
        width: 170,
        render: ({ endTime, endReason }) =>
          endReason !== '' && (
            <>
              {shownInstant(endTime)}
              <div className="sign-in-note">{word(`domain.signIn.end.${endReason}`)}</div>
            </>
          ),
      },
      {
        key: 'actions',
        title: t('domain.signIns.actions'),
        width: 150,
        actions: true,
        render: (signIn) => (
          <RowActions
            itemName={signIn.displayName}
            history={{ entity: 'product_sign_in', entityId: signIn.id }}
            actions={
              mayChange && hasFailed(signIn)
                ? [{ label: t('domain.signIns.again'), onChoose: () => void notifyAgain(signIn.id) }]
                : []
            }
          />
        ),
      },
    ],
    [t, word, label, mayChange, notifyAgain],
  )
}
