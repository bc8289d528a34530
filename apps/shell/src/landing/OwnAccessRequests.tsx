import {
  type AskedAccess,
  accessRequestNotices,
  accessRequestWithdraw,
  ownAccessRequests,
} from '@atrium/contract'
import { useContractText, useTexts } from '@atrium/shared-api'
import { Button, lazyPart } from '@atrium/ui-kit'
import { shownInstant, useCall } from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { AccessRequestState, WantedText } from '@atrium/ui-kit/wanted-access'
import { Suspense, useState } from 'react'
import { FetchFailed } from '../app/FetchFailed.tsx'
import { Section } from './Section.tsx'
import './texts/index.ts'

/** Fetched when somebody asks. */
const AskDialog = lazyPart(() => import('./AskDialog.tsx'), FetchFailed)

/** Number of the latest requests that are shown at first. */
const shownAtFirst = 3

const refreshes = [ownAccessRequests, accessRequestNotices]

/** One of the user’s own requests, with its state and decision. */
function Own({ request }: { readonly request: AskedAccess }) {
  const t = useTexts('landing')
  const word = useContractText()
  const { id, tenantId, studyName, studyCode, softName, state, decisionReason, deciderName } = request
  const withdraw = () =>
    void operate(refreshes, {
      question: {
        title: t('requests.withdraw'),
        content: t('requests.withdrawQuestion', { study: studyName, software: softName }),
        ok: t('requests.withdraw'),
        danger: true,
      },
      call: accessRequestWithdraw,
      input: { id },
      tenantId,
      done: word('accessRequest.done.withdrawn'),
    })
  const decision = [deciderName, decisionReason].filter(Boolean).join(' · ')
  return (
    <li>
      <div className="landing-request">
        <strong>
          {studyCode} {studyName} · {softName}
        </strong>
        <WantedText of={request.granted ?? request.wanted} style={request.authorizationStyle} />
        <span className="landing-line">
          {state === 'requested'
            ? t('requests.openUntil', { time: shownInstant(request.expireTime) })
            : decision}
        </span>
      </div>
      <div className="landing-request-state">
        <AccessRequestState state={state} />
        {state === 'requested' && (
          <Button size="small" aria-label={`${t('requests.withdraw')} ${studyName}`} onClick={withdraw}>
            {t('requests.withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

/** The user's own requests, latest first, and the button to ask for access. */
export default function OwnAccessRequests({
  mayAsk,
  hasAsked,
}: {
  readonly mayAsk: boolean
  readonly hasAsked: boolean
}) {
  const t = useTexts('landing')
  const [limit, setLimit] = useState(shownAtFirst)
  const { data, isError, refetch } = useCall(
    ownAccessRequests,
    { limit },
    { enabled: hasAsked, keepPrevious: true },
  )
  const asking = useEntityDialog<object>()
  const list = data?.list ?? []
  return (
    <Section title={t('requests.title')}>
      <ul className="landing-tasks">
        {mayAsk && (
          <li>
            <span>{t('requests.line')}</span>
            <Button size="small" type="primary" onClick={() => asking.add({})}>
              {t('requests.ask')}
            </Button>
          </li>
        )}
        {isError && (
          <li>
            <span role="alert">{t('requests.failed')}</span>
            <Button size="small" onClick={() => void refetch()}>
              {t('retry')}
            </Button>
          </li>
        )}
        {list.map((request) => (
          <Own key={request.id} request={request} />
        ))}
        {data && data.totalCount > list.length && (
          <li>
            <Button size="small" onClick={() => setLimit(limit + 20)}>
              {t('requests.more')}
            </Button>
          </li>
        )}
      </ul>
      {asking.subject && (
        <Suspense>
          <AskDialog state={asking} />
        </Suspense>
      )}
    </Section>
  )
}
