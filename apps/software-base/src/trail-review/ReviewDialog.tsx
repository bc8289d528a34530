import {
  auditPeople,
  globalTenantId,
  type InputOf,
  type TrailArea,
  type TrailReview,
  trailReviewInfo,
  trailReviewList,
  trailReviewMonths,
  trailReviewNotices,
  trailReviewSave,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button, fieldOf, Input } from '@atrium/ui-kit'
import { deploymentDay, useCall } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { DateInput, type LookupProps, LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { staleTime, usePeople, useStudies } from '../audit-trail/use-lookups.ts'
import { AreaChoice } from './AreaChoice.tsx'
import { useTrailReviewText } from './texts/index.ts'

/** Values of a new review, or of one that is not over. */
export type ReviewValues = Partial<InputOf<typeof trailReviewSave>> &
  Partial<Pick<TrailReview, 'state' | 'isRepeated' | 'people'>>

const Field = fieldOf(trailReviewSave)
const refreshes = [trailReviewList, trailReviewInfo, trailReviewNotices]

interface ReviewersProps {
  readonly tenantId: string
  readonly value?: readonly string[]
  readonly onChange?: (value: string[]) => void
  /** The reviewers before the change. */
  readonly people: TrailReview['people']
}

/** A chosen reviewer. */
function Reviewer({
  id,
  people,
  remove,
}: Pick<ReviewersProps, 'people'> & { id: string; remove: () => void }) {
  const t = useTrailReviewText()
  const known = people.find((person) => person.id === id)?.name
  const { data } = useCall(auditPeople, { id }, { staleTime, enabled: known === undefined })
  const name = known ?? data?.[0]?.desc ?? id
  return (
    <li>
      <span>{name}</span>
      <Button type="text" size="mini" aria-label={t('removeReviewer', { name })} onClick={remove}>
        ×
      </Button>
    </li>
  )
}

/** Chooses people. In a `Field`, the form supplies value and change handler. */
function Reviewers({ tenantId, value = [], onChange, people }: ReviewersProps) {
  const t = useTrailReviewText()
  const found = usePeople(tenantId === globalTenantId ? '' : tenantId, '')
  return (
    <>
      <LookupSelect
        {...found}
        label={t('addReviewer')}
        placeholder={t('addReviewer')}
        choices={found.choices?.filter((choice) => !value.includes(choice.value))}
        value=""
        onChange={(id) => id !== '' && onChange?.([...value, id])}
      />
      {value.length > 0 && (
        <ul className="trail-review-people">
          {value.map((id) => (
            <Reviewer
              key={id}
              id={id}
              people={people}
              remove={() => onChange?.(value.filter((one) => one !== id))}
            />
          ))}
        </ul>
      )}
    </>
  )
}

interface StudyProps extends LookupProps {
  readonly tenantId: string
}

/** Chooses a study of the tenant. */
function StudySelect({ tenantId, ...lookup }: StudyProps) {
  const found = useStudies(tenantId, lookup.value ?? '')
  return <LookupSelect {...lookup} {...found} />
}

/** A select whose values are numbers. */
function MonthsSelect({
  value,
  onChange,
  ...lookup
}: Omit<LookupProps, 'value' | 'onChange'> & {
  readonly value?: number
  readonly onChange?: (value: number) => void
}) {
  const word = useContractText()
  const choices = trailReviewMonths.map((months) => ({
    value: String(months),
    label: word(`trailReview.months.${months}`),
  }))
  return (
    <LookupSelect
      {...lookup}
      choices={choices}
      value={String(value ?? 0)}
      onChange={(chosen) => onChange?.(Number(chosen))}
    />
  )
}

function ReviewFields({ values }: { readonly values: ReviewValues }) {
  const t = useTrailReviewText()
  const { tenantId = '', isRepeated = false, people = [] } = values
  const isOpen = values.state === 'open'
  return (
    <>
      <Field name="name">
        <Input />
      </Field>
      {tenantId !== globalTenantId && (
        <Field name="studyId" extra={t('studyHint')}>
          <StudySelect
            tenantId={tenantId}
            allowClear
            disabled={isOpen || isRepeated}
            placeholder={t('wholeTenant')}
          />
        </Field>
      )}
      <Field name="areas">
        <AreaChoice tenantId={tenantId} disabled={isOpen} />
      </Field>
      <Field name="reviewers" required={false} extra={t('reviewersHint')}>
        <Reviewers tenantId={tenantId} people={people} />
      </Field>
      <Field name="fromDay" extra={t('fromDayHint')}>
        <DateInput latest={deploymentDay()} disabled={isOpen || isRepeated} />
      </Field>
      <Field name="dueDay" extra={t('dueDayHint')}>
        <DateInput />
      </Field>
      <Field name="everyMonths">
        <MonthsSelect />
      </Field>
    </>
  )
}

/** Plans a review, or edits one that is not over. */
export function ReviewDialog({ state }: { readonly state: EntityDialogState<ReviewValues> }) {
  const t = useTrailReviewText()
  const word = useContractText()
  const show = useMemo<ShowValue<typeof trailReviewSave>>(
    () => ({
      areas: (areas: unknown) =>
        (areas as readonly TrailArea[]).map((area) => word(`auditTrail.areas.${area}`)).join(', '),
      everyMonths: (months: unknown) => word(`trailReview.months.${String(months)}` as never),
      reviewers: (ids: unknown) => String((ids as readonly string[]).length),
    }),
    [word],
  )
  return (
    <EntityDialog
      state={state}
      call={trailReviewSave}
      name={t('item')}
      width={680}
      history={({ id = '', name = '' }) => ({ entity: 'trail_review', entityId: String(id), name })}
      refreshes={refreshes}
      show={show}
    >
      <ReviewFields values={state.subject?.values ?? {}} />
    </EntityDialog>
  )
}
