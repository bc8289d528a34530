import { accessRequestNotices } from '@atrium/contract'
import { useGo, useTexts } from '@atrium/shared-api'
import { Button, lazyPart } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { Suspense } from 'react'
import { FetchFailed } from '../app/FetchFailed.tsx'
import { Section } from './Section.tsx'
import './texts/index.ts'

/** Fetched only for users who may ask or have asked: it needs the code of dialogs. */
const OwnAccessRequests = lazyPart(() => import('./OwnAccessRequests.tsx'), FetchFailed)

/** Shows the requests for access that the user may answer, and their own. Renders nothing if there is nothing. */
export default function AccessRequests() {
  const t = useTexts('landing')
  const go = useGo()
  // No error message: the cards below call the same server and show its errors.
  const { data } = useCall(accessRequestNotices, {}, { keepPrevious: true })
  if (!data) return null
  const { open, mayAsk, hasAsked } = data
  return (
    <>
      {open.length > 0 && (
        <Section title={t('requests.toAnswer')}>
          <ul className="landing-tasks">
            {open.map(({ tenantId, tenantName, count }) => (
              <li key={tenantId}>
                <span>{t('requests.open', { tenant: tenantName, count })}</span>
                <Button
                  size="small"
                  onClick={() => go('accessRequest', { query: { tenantId, state: 'requested' } })}
                >
                  {t('requests.decide')}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {(mayAsk || hasAsked) && (
        <Suspense>
          <OwnAccessRequests mayAsk={mayAsk} hasAsked={hasAsked} />
        </Suspense>
      )}
    </>
  )
}
