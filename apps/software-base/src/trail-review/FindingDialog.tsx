import {
  severities,
  type TrailArea,
  type TrailFinding,
  trailReviewFinding,
  trailReviewInfo,
  trailReviewList,
} from '@atrium/contract'
import { useContractText, useLabels } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, RadioChoice, type ShowValue } from '@atrium/ui-kit/overlay'
import { DateInput, LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useTrailReviewText } from './texts/index.ts'

const Field = fieldOf(trailReviewFinding)
const refreshes = [trailReviewInfo, trailReviewList]

const historyOf = ({ id, finding }: TrailFinding) => ({
  ...{ entity: 'trail_review_finding', entityId: id, name: finding },
})

interface Props {
  readonly state: EntityDialogState<TrailFinding>
  readonly tenantId: string
}

/** Adds or edits a finding. */
export function FindingDialog({ state, tenantId, areas }: Props & { readonly areas: readonly TrailArea[] }) {
  const t = useTrailReviewText()
  const word = useContractText()
  const label = useLabels('trailReview')
  const show = useMemo<ShowValue<typeof trailReviewFinding>>(
    () => ({
      area: (area) => word(`auditTrail.areas.${String(area)}` as never),
      severity: (severity) => word(`trailReview.severities.${String(severity)}` as never),
    }),
    [word],
  )
  return (
    <EntityDialog
      state={state}
      call={trailReviewFinding}
      name={t('findingItem')}
      width={640}
      history={historyOf}
      refreshes={refreshes}
      show={show}
      tenantId={tenantId}
    >
      <Field name="finding">
        <Input.TextArea rows={3} />
      </Field>
      <Field name="severity">
        <RadioChoice
          choices={severities.map((value) => ({ value, label: word(`trailReview.severities.${value}`) }))}
        />
      </Field>
      <Field name="area">
        <LookupSelect choices={areas.map((value) => ({ value, label: word(`auditTrail.areas.${value}`) }))} />
      </Field>
      <Field name="eventId" extra={t('eventHint')}>
        <Input />
      </Field>
      <Field name="action">
        <Input.TextArea rows={2} />
      </Field>
      <Field name="responsible">
        <Input />
      </Field>
      <Field name="dueDay" label={label('findingDueDay')}>
        <DateInput />
      </Field>
    </EntityDialog>
  )
}

/** Closes a finding with what was done. */
export function CloseFindingDialog({ state, tenantId }: Props) {
  const t = useTrailReviewText()
  return (
    <EntityDialog
      state={state}
      call={trailReviewFinding}
      name={t('findingItem')}
      title={t('closeFinding')}
      ok={t('closeAction')}
      width={560}
      history={historyOf}
      refreshes={refreshes}
      tenantId={tenantId}
      done={() => t('closed')}
    >
      <p className="trail-review-text">{state.subject?.values.finding}</p>
      <Field name="outcome" required>
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
