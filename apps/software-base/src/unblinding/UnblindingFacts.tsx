import type { Unblinding } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { shownInstant, usePeriodText } from '@atrium/ui-kit/list'
import { Fact, Facts } from '@atrium/ui-kit/overlay'
import { StateTag } from './StateTag.tsx'
import { useUnblindingText } from './texts/index.ts'
import { UnblindedRoles } from './UnblindedRoles.tsx'

/** Shows who is unblinded where, why and for how long, and what was decided. */
export function UnblindingFacts({ entry }: { readonly entry: Partial<Unblinding> }) {
  const t = useUnblindingText()
  const label = useLabels('unblinding')
  const periodText = usePeriodText()
  const { roles = [], accessFrom = '', accessUntil = '' } = entry
  const { state, requesterName, deciderName, decisionReason } = entry
  const times = (['requestTime', 'decideTime', 'beginTime', 'endTime'] as const).flatMap((name) => {
    const time = entry[name]
    return time ? [{ name, time }] : []
  })
  return (
    <Facts>
      <Fact label={label('personName')}>{entry.personName}</Fact>
      <Fact label={label('studyName')}>
        {entry.studyName} <span className="unblinding-code">{entry.studyCode}</span>
      </Fact>
      <Fact label={label('softName')}>{entry.softName}</Fact>
      <Fact label={label('roles')}>
        <UnblindedRoles roles={roles} />
      </Fact>
      <Fact label={t('period')}>{periodText(accessFrom, accessUntil)}</Fact>
      {state && (
        <Fact label={label('state')}>
          <StateTag state={state} />
        </Fact>
      )}
      {requesterName && <Fact label={label('requesterName')}>{requesterName}</Fact>}
      {deciderName && <Fact label={label('deciderName')}>{deciderName}</Fact>}
      {decisionReason && <Fact label={label('decisionReason')}>{decisionReason}</Fact>}
      {times.map(({ name, time }) => (
        <Fact key={name} label={label(name)}>
          {shownInstant(time)}
        </Fact>
      ))}
    </Facts>
  )
}
