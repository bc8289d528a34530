import { type OwnRejection, type OwnTraining, rejectionNotices } from '@atrium/contract'
import { useGo, useTexts } from '@atrium/shared-api'
import { Button } from '@atrium/ui-kit'
import { OutcomeTag, StatusTag, useCall } from '@atrium/ui-kit/list'
import { Section } from './Section.tsx'
import './texts/index.ts'

/** Informs users that a product has rejected them, and names a person to ask. */
function Own({ tenantName, softName, state, contactName }: OwnRejection) {
  const t = useTexts('landing')
  const facts = { tenant: tenantName, software: softName, name: contactName }
  const rejected = contactName === '' ? t('refusals.refused', facts) : t('refusals.refusedAsk', facts)
  return (
    <li>
      <span>{state === 'refused' ? rejected : t('refusals.waiting', facts)}</span>
      <OutcomeTag outcome={state} />
    </li>
  )
}

/** Informs users of a training that they lack, or have to complete in time. */
function Training({ tenantName, studyName, softName, training, lastDay }: OwnTraining) {
  const t = useTexts('landing')
  const facts = { tenant: tenantName, study: studyName, software: softName, training }
  return (
    <li>
      <span>
        {lastDay === ''
          ? t('refusals.trainingMissing', facts)
          : t('refusals.trainingEnds', { ...facts, day: lastDay })}
      </span>
      {lastDay === '' ? (
        <OutcomeTag outcome="training" />
      ) : (
        <StatusTag tone="warning">{t('refusals.trainingDue')}</StatusTag>
      )}
    </li>
  )
}

/**
 * Lists the products that rejected the user, the trainings that the user lacks, and the rejections and requests for unblinded access that the user can
 * decide on. Renders nothing if there are none.
 */
export default function RejectionNotices() {
  const t = useTexts('landing')
  const go = useGo()
  // No error message: the cards below call the same server and show its errors.
  const { data } = useCall(rejectionNotices, {}, { keepPrevious: true })
  if (!data || data.own.length + data.trainings.length + data.granted.length + data.unblinding.length === 0)
    return null
  return (
    <Section title={t('refusals.title')}>
      <ul className="landing-tasks">
        {data.granted.map(({ tenantId, tenantName, count }) => (
          <li key={tenantId}>
            <span>{t('refusals.granted', { tenant: tenantName, count })}</span>
            <Button
              size="small"
              onClick={() => go('authorization', { query: { tenantId, records: 'refusals' } })}
            >
              {t('refusals.decide')}
            </Button>
          </li>
        ))}
        {data.unblinding.map(({ tenantId, tenantName, count }) => (
          <li key={`unblinding ${tenantId}`}>
            <span>{t('refusals.unblinding', { tenant: tenantName, count })}</span>
            <Button
              size="small"
              onClick={() => go('unblinding', { query: { tenantId, state: 'requested' } })}
            >
              {t('refusals.decideUnblinding')}
            </Button>
          </li>
        ))}
        {data.trainings.map((own) => (
          <Training key={`${own.tenantId} ${own.studyName} ${own.softName} ${own.training}`} {...own} />
        ))}
        {data.own.map((own) => (
          <Own key={`${own.tenantId} ${own.softName} ${own.state}`} {...own} />
        ))}
      </ul>
    </Section>
  )
}
