import type { Unblinding, unblindingList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, inShort, RowActions, shownInstant, usePeriodText } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { StateTag } from './StateTag.tsx'
import { useUnblindingText } from './texts/index.ts'
import { UnblindedRoles } from './UnblindedRoles.tsx'

/** First line of a cell, and others below it. */
const Lines = ({ first, others }: { readonly first: string; readonly others: readonly string[] }) => (
  <>
    <span className="unblinding-first">{first || '–'}</span>
    {others.map((line) => (
      <span key={line} className="unblinding-line">
        {line}
      </span>
    ))}
  </>
)

/** Shows who decided, when, and with which comment. Only the time is known of a withdrawal. */
const Decision = ({ of: { deciderName, decideTime, decisionReason } }: { readonly of: Unblinding }) => (
  <Lines first={deciderName} others={[shownInstant(decideTime), decisionReason].filter(Boolean)} />
)

/** Handlers of a row’s buttons. Each must stay the same function between renders. */
interface Acts {
  readonly show: (entry: Unblinding) => void
  readonly approve: (request: Unblinding) => void
  readonly decline: (request: Unblinding) => void
  readonly withdraw: (request: Unblinding) => void
}

/** Returns the columns of the register. */
export function useUnblindingColumns(acts: Acts): ColumnsOf<typeof unblindingList> {
  const { show, approve, decline, withdraw } = acts
  const t = useUnblindingText()
  const label = useLabels('unblinding')
  const periodText = usePeriodText()
  return useMemo(
    () => [
      {
        key: 'personName',
        title: label('personName'),
        width: 110,
        always: true,
        pinned: true,
        render: ({ personName }) => <Lines first={personName} others={[]} />,
      },
      { key: 'state', title: label('state'), width: 90, render: ({ state }) => <StateTag state={state} /> },
      {
        key: 'studyName',
        title: label('studyName'),
        width: 150,
        render: ({ studyName, studyCode }) => <Lines first={studyName} others={[studyCode]} />,
      },
      {
        key: 'roles',
        title: label('roles'),
        width: 220,
        render: ({ roles, accessFrom, accessUntil }) => (
          <>
            <UnblindedRoles roles={roles} />
            {(accessFrom || accessUntil) && (
              <span className="unblinding-line">
                {t('periodIs', { period: periodText(accessFrom, accessUntil) })}
              </span>
            )}
          </>
        ),
      },
      {
        key: 'softName',
        title: label('softName'),
        width: 72,
        render: ({ softName }) => <span title={softName}>{inShort(softName)}</span>,
      },
      {
        key: 'requestTime',
        title: t('request'),
        width: 160,
        sortable: true,
        render: ({ requesterName, requestTime }) => (
          <Lines first={requesterName} others={[shownInstant(requestTime)]} />
        ),
      },
      {
        key: 'decideTime',
        title: t('decision'),
        width: 160,
        render: (entry) => entry.decideTime !== '' && <Decision of={entry} />,
      },
      {
        key: 'beginTime',
        title: label('beginTime'),
        width: 160,
        render: ({ beginTime }) => beginTime !== '' && shownInstant(beginTime),
      },
      {
        key: 'endTime',
        title: label('endTime'),
        width: 160,
        render: ({ endTime }) => endTime !== '' && shownInstant(endTime),
      },
      {
        key: 'actions',
        title: t('actions'),
        width: 160,
        actions: true,
        render: (entry) => (
          <RowActions
            itemName={entry.personName}
            history={{ entity: 'unblinding', entityId: entry.id }}
            actions={[
              { label: t('details.action'), onChoose: () => show(entry) },
              ...(entry.mayDecide
                ? [
                    { label: t('approve.action'), onChoose: () => approve(entry) },
                    { label: t('decline.action'), danger: true, onChoose: () => decline(entry) },
                  ]
                : []),
              ...(entry.mayWithdraw
                ? [{ label: t('withdraw.action'), danger: true, onChoose: () => withdraw(entry) }]
                : []),
            ]}
          />
        ),
      },
    ],
    [t, label, periodText, show, approve, decline, withdraw],
  )
}
