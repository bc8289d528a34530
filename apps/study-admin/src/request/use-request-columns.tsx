import type { AskedAccess, accessRequestList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, inShort, RowActions, shownInstant } from '@atrium/ui-kit/list'
import { AccessRequestState, WantedText } from '@atrium/ui-kit/wanted-access'
import { useMemo } from 'react'
import { useRequestText } from './texts/index.ts'

/** First line of a cell, and others below it. */
const Lines = ({ first, others }: { readonly first: string; readonly others: readonly string[] }) => (
  <div className="wanted-text">
    <span>{first || '–'}</span>
    {others.filter(Boolean).map((line) => (
      <span key={line}>{line}</span>
    ))}
  </div>
)

/** Handlers of a row’s buttons. Each must stay the same function between renders. */
interface Acts {
  readonly show: (request: AskedAccess) => void
  readonly approve: (request: AskedAccess) => void
  readonly decline: (request: AskedAccess) => void
}

/** Returns the columns of the requests. */
export function useRequestColumns({ show, approve, decline }: Acts): ColumnsOf<typeof accessRequestList> {
  const t = useRequestText()
  const label = useLabels('accessRequest')
  return useMemo(
    () => [
      {
        key: 'personName',
        title: label('personName'),
        width: 120,
        always: true,
        pinned: true,
        render: ({ personName }) => personName,
      },
      {
        key: 'state',
        title: label('state'),
        width: 90,
        render: ({ state }) => <AccessRequestState state={state} />,
      },
      {
        key: 'studyName',
        title: label('studyName'),
        width: 170,
        render: ({ studyName, studyCode }) => <Lines first={studyName} others={[studyCode]} />,
      },
      {
        key: 'softName',
        title: label('softName'),
        width: 72,
        render: ({ softName }) => <span title={softName}>{inShort(softName)}</span>,
      },
      {
        key: 'wanted',
        title: label('wanted'),
        width: 220,
        render: ({ wanted, granted, authorizationStyle }) => (
          <WantedText of={granted ?? wanted} style={authorizationStyle} />
        ),
      },
      { key: 'reason', title: label('reason'), width: 180, render: ({ reason }) => reason },
      {
        key: 'requestTime',
        title: label('requestTime'),
        width: 160,
        sortable: true,
        render: ({ requestTime }) => shownInstant(requestTime),
      },
      {
        key: 'expireTime',
        title: label('expireTime'),
        width: 160,
        sortable: true,
        render: ({ expireTime }) => shownInstant(expireTime),
      },
      {
        key: 'decideTime',
        title: t('decision'),
        width: 180,
        render: ({ deciderName, decideTime, decisionReason }) =>
          decideTime !== '' && (
            <Lines first={deciderName} others={[shownInstant(decideTime), decisionReason]} />
          ),
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 160,
        actions: true,
        render: (request) => (
          <RowActions
            itemName={request.personName}
            history={{ entity: 'access_request', entityId: request.id }}
            actions={[
              { label: t('details.action'), onChoose: () => show(request) },
              ...(request.mayDecide
                ? [
                    { label: t('approve.action'), onChoose: () => approve(request) },
                    { label: t('decline.action'), danger: true, onChoose: () => decline(request) },
                  ]
                : []),
            ]}
          />
        ),
      },
    ],
    [t, label, show, approve, decline],
  )
}
