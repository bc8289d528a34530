import {
  type PrivacyRequest,
  type PrivacyRequestState,
  privacyList,
  privacyRequestStates,
  privacyWithdraw,
} from '@atrium/contract'
import { useContractText, useLabels, useLanguage } from '@atrium/shared-api'
import {
  type ColumnsOf,
  EmptyState,
  ListCard,
  listNames,
  RowActions,
  StatusTag,
  shownInstant,
  type Tone,
  useList,
} from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { StateFilters, stateFilters } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { ApproveDialog, DeclineDialog } from './DecisionDialog.tsx'
import { Lines } from './Lines.tsx'
import { usePrivacyText } from './texts/index.ts'

const tones: Readonly<Record<PrivacyRequestState, Tone>> = {
  requested: 'warning',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'plain',
}

interface Acts {
  readonly approve: (request: PrivacyRequest) => void
  readonly decline: (request: PrivacyRequest) => void
}

function useColumns({ approve, decline }: Acts): ColumnsOf<typeof privacyList> {
  const t = usePrivacyText()
  const word = useContractText()
  const label = useLabels('privacy')
  const language = useLanguage()
  return useMemo(() => {
    const withdraw = ({ id, fullName }: PrivacyRequest) =>
      void operate([privacyList], {
        question: {
          title: t('withdraw.title'),
          content: t('withdraw.question', { person: fullName }),
          ok: t('withdraw.action'),
        },
        call: privacyWithdraw,
        input: { id },
        done: word('privacy.done.withdrawn'),
      })
    return [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 160,
        always: true,
        pinned: true,
        render: ({ fullName, userName }) => <Lines first={fullName} others={[userName]} />,
      },
      {
        key: 'state',
        title: label('state'),
        width: 110,
        render: ({ state }) => <StatusTag tone={tones[state]}>{word(`privacy.states.${state}`)}</StatusTag>,
      },
      {
        key: 'ground',
        title: label('ground'),
        width: 120,
        render: ({ ground }) => word(`privacy.grounds.${ground}`),
      },
      { key: 'reason', title: label('reason'), width: 200, render: ({ reason }) => reason },
      {
        key: 'obstacles',
        title: label('obstacles'),
        width: 200,
        render: ({ obstacles }) =>
          listNames(
            language,
            obstacles.map((name) => word(`privacy.obstacle.${name}`)),
          ),
      },
      { key: 'requesterName', title: label('requesterName'), width: 110, render: (row) => row.requesterName },
      {
        key: 'requestTime',
        title: label('requestTime'),
        width: 160,
        sortable: true,
        render: ({ requestTime }) => shownInstant(requestTime),
      },
      {
        key: 'deciderName',
        title: label('deciderName'),
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
            itemName={request.fullName}
            history={{ entity: 'privacy_request', entityId: request.id }}
            actions={[
              ...(request.mayDecide
                ? [
                    ...(request.obstacles.length === 0
                      ? [{ label: t('approve.action'), onChoose: () => approve(request) }]
                      : []),
                    { label: t('decline.action'), danger: true, onChoose: () => decline(request) },
                  ]
                : []),
              ...(request.mayWithdraw
                ? [{ label: t('withdraw.action'), onChoose: () => withdraw(request) }]
                : []),
            ]}
          />
        ),
      },
    ]
  }, [t, word, label, language, approve, decline])
}

/** Lists the requests for pseudonyms, and decides on them. */
export function RequestsPart() {
  const t = usePrivacyText()
  const word = useContractText()
  const list = useList(privacyList, { filters: stateFilters })
  const states = useMemo(
    () => privacyRequestStates.map((state) => ({ value: state, label: word(`privacy.states.${state}`) })),
    [word],
  )
  const approving = useEntityDialog<PrivacyRequest>()
  const declining = useEntityDialog<PrivacyRequest>()
  const columns = useColumns({ approve: approving.edit, decline: declining.edit })
  return (
    <>
      <ListCard
        list={list}
        name="privacyRequests"
        label={t('parts.requests')}
        columns={columns}
        filters={<StateFilters of={list.state} states={states} search={t('requests.search')} />}
        empty={<EmptyState title={t('requests.empty')} hint={t('requests.emptyHint')} />}
      />
      <ApproveDialog state={approving} />
      <DeclineDialog state={declining} />
    </>
  )
}
