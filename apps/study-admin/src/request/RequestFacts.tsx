import type { AskedAccess } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { shownInstant } from '@atrium/ui-kit/list'
import { Fact, Facts } from '@atrium/ui-kit/overlay'
import { AccessRequestState, WantedText } from '@atrium/ui-kit/wanted-access'

/** Shows who asked for what and why, and what was decided. */
export function RequestFacts({ request }: { readonly request: Partial<AskedAccess> }) {
  const label = useLabels('accessRequest')
  const { wanted, granted, present = [], state, authorizationStyle: style = 0, reason } = request
  const { deciderName, decisionReason } = request
  const times = (['requestTime', 'expireTime', 'decideTime'] as const).flatMap((name) => {
    const time = request[name]
    return time ? [{ name, time }] : []
  })
  return (
    <Facts>
      <Fact label={label('personName')}>{request.personName}</Fact>
      <Fact label={label('studyName')}>
        {request.studyCode} {request.studyName}
      </Fact>
      <Fact label={label('softName')}>{request.softName}</Fact>
      {wanted && (
        <Fact label={label('wanted')}>
          <WantedText of={wanted} style={style} />
        </Fact>
      )}
      {present.length > 0 && (
        <Fact label={label('present')}>
          {present.map((role, index) => (
            <WantedText key={index} of={role} style={style} />
          ))}
        </Fact>
      )}
      {granted && (
        <Fact label={label('granted')}>
          <WantedText of={granted} style={style} />
        </Fact>
      )}
      <Fact label={label('reason')}>{reason}</Fact>
      {state && (
        <Fact label={label('state')}>
          <AccessRequestState state={state} />
        </Fact>
      )}
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
