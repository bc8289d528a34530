import { studySave } from '@atrium/contract'
import { useLanguage } from '@atrium/shared-api'
import { Button, Form, fieldOf, Input } from '@atrium/ui-kit'
import { DateInput } from '@atrium/ui-kit/pickers'
import { useEffect, useRef } from 'react'
import { useTenantText } from '../texts/index.ts'
import { durationOf } from './duration.ts'

const Field = fieldOf(studySave)

/** Returns whether a day is empty or completely typed. */
const isWhole = (day: string): boolean => day.length === 0 || day.length === 10

/**
 * Fields for the schedule of a study. Validates the end once both days are complete, and offers to fill in the
 * duration.
 */
export function SchedulePart() {
  const t = useTenantText()
  const language = useLanguage()
  const { form } = Form.useFormContext()
  const start = String(Form.useWatch('startTime', form) ?? '')
  const end = String(Form.useWatch('endTime', form) ?? '')
  const length = durationOf(start, end, language)
  const isFilled = Form.useWatch('durationTime', form) === length
  const compared = useRef(`${start} ${end}`)
  useEffect(() => {
    const days = `${start} ${end}`
    if (compared.current === days || !isWhole(start) || !isWhole(end)) return
    compared.current = days
    // The field shows its own error.
    form.validate(['endTime']).catch(() => undefined)
  }, [start, end, form])
  const period = {
    days: [start, end] as const,
    onChoose: (first: string, last: string) => form.setFieldsValue({ startTime: first, endTime: last }),
  }
  return (
    <>
      <div className="field-row">
        <Field name="startTime">
          <DateInput period={period} />
        </Field>
        <Field name="endTime">
          <DateInput period={period} />
        </Field>
      </div>
      <Field
        name="durationTime"
        extra={
          length &&
          !isFilled && (
            <Button
              type="text"
              size="mini"
              className="study-duration"
              onClick={() => form.setFieldsValue({ durationTime: length })}
            >
              {t('study.fillDuration', { length })}
            </Button>
          )
        }
      >
        <Input />
      </Field>
    </>
  )
}
