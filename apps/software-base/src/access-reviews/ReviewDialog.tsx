import {
  accessReviewChoices,
  accessReviewInfo,
  accessReviewList,
  accessReviewSave,
  globalTenantId,
  type InputOf,
  maxReviewers,
  reviewMonths,
  unansweredActs,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button, fieldOf, Input } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { EntityDialog, type EntityDialogState, RadioChoice, type ShowValue } from '@atrium/ui-kit/overlay'
import { type Choice, DateInput, type LookupProps, LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useAccessReviewText } from './texts/index.ts'

/** Values of a new review, or of a planned one. */
export type ReviewValues = Partial<InputOf<typeof accessReviewSave>>

const Field = fieldOf(accessReviewSave)
const refreshes = [accessReviewList, accessReviewInfo]

interface ReviewersProps {
  readonly value?: readonly string[]
  readonly onChange?: (value: string[]) => void
  readonly choices: readonly Choice[] | undefined
  readonly failed: boolean
}

/** Chooses people in order. In a `Field`, the form supplies value and change handler. */
function Reviewers({ value = [], onChange, choices, failed }: ReviewersProps) {
  const t = useAccessReviewText()
  const nameOf = (id: string) => choices?.find((choice) => choice.value === id)?.label ?? id
  return (
    <>
      <LookupSelect
        label={t('addReviewer')}
        placeholder={t('addReviewer')}
        choices={choices?.filter((choice) => !value.includes(choice.value))}
        failed={failed}
        disabled={value.length >= maxReviewers}
        value=""
        onChange={(id) => id !== '' && onChange?.([...value, id])}
      />
      {value.length > 0 && (
        <ol className="review-reviewers">
          {value.map((id) => (
            <li key={id}>
              <span>{nameOf(id)}</span>
              <Button
                type="text"
                size="mini"
                aria-label={t('removeReviewer', { name: nameOf(id) })}
                onClick={() => onChange?.(value.filter((one) => one !== id))}
              >
                ×
              </Button>
            </li>
          ))}
        </ol>
      )}
    </>
  )
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
  const choices = reviewMonths.map((months) => ({
    value: String(months),
    label: word(`accessReview.months.${months}`),
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

function ReviewFields({ tenantId }: { readonly tenantId: string }) {
  const t = useAccessReviewText()
  const word = useContractText()
  const { data, isError } = useCall(accessReviewChoices, { tenantId }, { enabled: tenantId !== '' })
  const choicesOf = (options: readonly { readonly code: string; readonly desc: string }[] | undefined) =>
    options?.map(({ code, desc }) => ({ value: code, label: desc }))
  const acts = unansweredActs.map((act) => ({
    value: act,
    label: word(`accessReview.unansweredActs.${act}`),
  }))
  return (
    <>
      <Field name="name">
        <Input />
      </Field>
      {tenantId !== globalTenantId && (
        <Field name="studyId" extra={t('studyHint')}>
          <LookupSelect
            allowClear
            choices={choicesOf(data?.studies)}
            failed={isError}
            placeholder={t('wholeTenant')}
          />
        </Field>
      )}
      <Field name="roleName" extra={t('roleHint')}>
        <LookupSelect
          allowClear
          choices={choicesOf(data?.roles)}
          failed={isError}
          placeholder={t('anyRole')}
        />
      </Field>
      <Field name="reviewers" required={false} extra={t('reviewersHint')}>
        <Reviewers choices={choicesOf(data?.reviewers)} failed={isError} />
      </Field>
      <Field name="firstDay">
        <DateInput />
      </Field>
      <Field name="duration" extra={t('durationHint')}>
        <Input />
      </Field>
      <Field name="everyMonths">
        <MonthsSelect />
      </Field>
      <Field name="unanswered">
        <RadioChoice choices={acts} />
      </Field>
    </>
  )
}

/** Plans a review, or edits a planned one. */
export function ReviewDialog({ state }: { readonly state: EntityDialogState<ReviewValues> }) {
  const t = useAccessReviewText()
  const word = useContractText()
  const tenantId = state.subject?.values.tenantId ?? ''
  const show = useMemo<ShowValue<typeof accessReviewSave>>(
    () => ({
      everyMonths: (months: unknown) => word(`accessReview.months.${String(months)}` as never),
      unanswered: (act: unknown) => word(`accessReview.unansweredActs.${String(act)}` as never),
      reviewers: (ids: unknown) => String((ids as readonly string[]).length),
    }),
    [word],
  )
  return (
    <EntityDialog
      state={state}
      call={accessReviewSave}
      name={t('item')}
      width={640}
      history={({ id = '', name = '' }) => ({ entity: 'access_review', entityId: String(id), name })}
      refreshes={refreshes}
      show={show}
    >
      <ReviewFields tenantId={tenantId} />
    </EntityDialog>
  )
}
