import { jobHandlerOptions, jobSave } from '@atrium/contract'
import { Form, fieldOf } from '@atrium/ui-kit'
import { LookupSelect, useCall } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'

const Field = fieldOf(jobSave)

const choice = (name: string) => ({ value: name, label: name })

/** Selects the handler that a job runs, from those that the server offers. */
export function HandlerFields() {
  const { form } = Form.useFormContext()
  const bean = String(Form.useWatch('beanName', form) ?? '')
  const method = String(Form.useWatch('methodName', form) ?? '')
  const { data: handlers, isError } = useCall(jobHandlerOptions, {}, { staleTime: 600_000 })
  const beans = useMemo(
    () => handlers && [...new Set(handlers.map(({ beanName }) => beanName))].map(choice),
    [handlers],
  )
  const ofBean = useMemo(() => handlers?.filter(({ beanName }) => beanName === bean), [handlers, bean])
  const methods = useMemo(() => ofBean?.map(({ methodName }) => choice(methodName)), [ofBean])
  const chosen = ofBean?.find(({ methodName }) => methodName === method)

  /** Resets the method to match the bean. If the bean has a single method, selects that method. */
  const followBean = (beanName: string) => {
    const [only, ...others] = handlers?.filter((handler) => handler.beanName === beanName) ?? []
    form.setFieldValue('methodName', others.length === 0 ? (only?.methodName ?? '') : '')
  }
  return (
    <div className="field-row">
      <Field name="beanName" required>
        <LookupSelect choices={beans} failed={isError} onChange={followBean} />
      </Field>
      <Field name="methodName" required extra={chosen?.desc}>
        <LookupSelect choices={methods} failed={isError} disabled={bean === ''} />
      </Field>
    </div>
  )
}
