import { profile } from '@atrium/shared-api'
import type { ReactElement, ReactNode } from 'react'
import { Form } from '../base/arco.ts'
import { deploymentDay } from '../base/instant.ts'
import type { FieldProps } from '../form/Field.tsx'
import { useKitText } from '../texts/index.ts'
import { DateInput } from './DateInput.tsx'

interface PeriodFieldsProps<Name extends string> {
  /** Field component of the call, see `fieldOf`. */
  readonly of: (props: FieldProps<Name>) => ReactElement
  /** Wire name of the first day. */
  readonly from: Name
  /** Wire name of the last day. */
  readonly until: Name
  /** Hint below the last day; by default the time zone of the days and the meaning of an empty day. */
  readonly hint?: ReactNode
  readonly disabled?: boolean
}

/** The first and the last day of access. Empty means no limit. The panels disable past days. */
export function PeriodFields<Name extends string>(props: PeriodFieldsProps<Name>) {
  const { of: Field, from, until, disabled = false } = props
  const t = useKitText()
  const { hint = t('period.hint', { zone: profile().timeZone }) } = props
  const { form } = Form.useFormContext()
  const first = String(Form.useWatch(from, form) ?? '')
  const today = deploymentDay()
  const isLater = first > today
  return (
    <div className="field-row">
      <Field name={from}>
        <DateInput earliest={today} disabled={disabled} />
      </Field>
      <Field name={until} extra={hint}>
        <DateInput earliest={isLater ? first : today} disabled={disabled} />
      </Field>
    </div>
  )
}
