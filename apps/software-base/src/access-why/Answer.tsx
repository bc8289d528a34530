import { type Explanation, keyAtRunTime, type WhyStep, type WhyVerdict } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { HistoryButton, StatusTag, shownInstant, type Tone, usePeriodText } from '@atrium/ui-kit/list'
import { useAccessWhyText } from './texts/index.ts'

const tones: Readonly<Record<WhyVerdict, Tone>> = { allowed: 'good', rejected: 'bad', hidden: 'plain' }

/** When, by whom and why access was granted or taken away. */
function Grant({ step: { since, grantedBy, reason, isMet } }: { readonly step: WhyStep }) {
  const t = useAccessWhyText()
  const time = since === '' ? '' : shownInstant(since)
  const by = t(isMet ? 'given' : 'changed', { time, by: grantedBy })
  return (
    <>
      {time !== '' && <p className="why-line">{grantedBy === '' ? t('at', { time }) : by}</p>}
      {reason !== '' && <p className="why-line">{t('reason', { reason })}</p>}
    </>
  )
}

interface StepProps {
  readonly step: WhyStep
  /** Whether the step is withheld from the reader. */
  readonly isHidden: boolean
}

/** Shows what a rule found. */
function Step({ step, isHidden }: StepProps) {
  const t = useAccessWhyText()
  const word = useContractText()
  const periodText = usePeriodText()
  const { rule, finding, isMet, name, detail, accessFrom, accessUntil, entity, entityId } = step
  const title = word(keyAtRunTime(`accessWhy.rules.${rule}`))
  const state = isHidden ? 'hidden' : isMet ? 'met' : 'rejects'
  return (
    <li className={`why-step why-step-${state}`}>
      <div className="why-step-head">
        <h3>
          {title}
          {name !== '' && <span className="why-name">{name}</span>}
        </h3>
        <StatusTag tone={isHidden ? 'plain' : isMet ? 'good' : 'bad'}>{t(state)}</StatusTag>
        {entityId !== '' && <HistoryButton entity={entity} entityId={entityId} name={name || title} />}
      </div>
      <p>{word(keyAtRunTime(`accessWhy.found.${rule}.${finding}`))}</p>
      {detail !== '' && <p className="why-line">{detail}</p>}
      {(accessFrom !== '' || accessUntil !== '') && (
        <p className="why-line">{periodText(accessFrom, accessUntil)}</p>
      )}
      <Grant step={step} />
      {!isMet && (
        <p className="why-remedy">
          <b>{t('remedy')}</b> {word(keyAtRunTime(`accessWhy.remedy.${rule}.${finding}`))}
        </p>
      )}
    </li>
  )
}

/** Shows the verdict and the rules that were checked, in order. */
export function Answer({ explanation }: { readonly explanation: Explanation }) {
  const t = useAccessWhyText()
  const word = useContractText()
  const { verdict, personName, targetName, tenantName, studyName, steps } = explanation
  const parts = { person: personName, target: targetName, tenant: tenantName, study: studyName }
  return (
    <section aria-label={t('answer')}>
      <div className="why-verdict" role="status">
        <StatusTag tone={tones[verdict]}>{word(`accessWhy.verdicts.${verdict}`)}</StatusTag>
        <span>{t(studyName === '' ? 'inTenant' : 'inStudy', parts)}</span>
      </div>
      <ol className="why-steps">
        {steps.map((step) => (
          <Step key={step.rule} step={step} isHidden={verdict === 'hidden'} />
        ))}
      </ol>
    </section>
  )
}
