import { type InvitationOutcome, type Outcome, outcomes as states } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { OutcomeTag } from '@atrium/ui-kit/list'
import { useStudyText } from '../texts/index.ts'
import { RegisterLink } from './RegisterLink.tsx'

/** States that have an explanation below the summary. */
const notes = [
  'refused',
  'approval',
  'training',
  'waiting',
  'planned',
  'sent',
] as const satisfies readonly Outcome[]

/** Sorts rows by state, the most urgent first. */
export const inOrder = (rows: readonly InvitationOutcome[]): InvitationOutcome[] =>
  states.flatMap((state) => rows.filter((row) => row.state === state))

/** Returns a text with the number of people in each state. */
export function useSummary(rows: readonly InvitationOutcome[]): string {
  const shared = useContractText()
  const counts = states.map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${shared(`outcome.${state}`)} ${count.toLocaleString()}`)
    .join(' · ')
}

interface OutcomesProps {
  readonly tenantId: string
  readonly rows: readonly InvitationOutcome[]
}

/** Shows the state and reason for each person and address. */
export function Outcomes({ tenantId, rows }: OutcomesProps) {
  const t = useStudyText()
  const summary = useSummary(rows)
  const met = notes.filter((note) => rows.some(({ state }) => state === note))
  return (
    <div className="invitation-outcomes">
      <h3>{summary}</h3>
      {met.map((state) => (
        <p key={state}>
          {t(`invitation.notes.${state}`)} {state === 'approval' && <RegisterLink tenantId={tenantId} />}
        </p>
      ))}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a long list */}
      <ul aria-label={t('invitation.result')} tabIndex={0}>
        {inOrder(rows).map(({ name, state, reason }, index) => (
          <li key={`${index} ${name}`}>
            <span className="invitation-outcome-name">{name}</span>
            <OutcomeTag outcome={state} />
            {reason !== '' && <span className="invitation-outcome-reason">{reason}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}
