import { Input, Select } from '@arco-design/web-react'
import { maxReason, reasonChoices } from '@atrium/contract'
import { useEffect, useId, useRef } from 'react'
import { useCall } from '../base/query.ts'
import { useKitText } from '../texts/index.ts'
import { isTooLong, type ReasonState } from './reason-state.ts'

/** Time for which a list of reasons is used without fetching it again, in milliseconds. */
const staleTime = 60_000

interface ReasonFieldsProps {
  readonly state: ReasonState
}

/** Asks for the reason of a change: a choice from the tenant's list, free text, or both. Nothing if none is asked. */
export function ReasonFields({ state }: ReasonFieldsProps) {
  const asked = state.use((entered) => entered.asked)
  return asked ? <AskedReason state={state} /> : null
}

function AskedReason({ state }: ReasonFieldsProps) {
  const t = useKitText()
  const id = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  const { reason, error, choices: sent } = state.use()
  const { tenantId } = state
  // Without the list, the user can still enter a text.
  const { data, isLoading } = useCall(
    reasonChoices,
    { tenantId: tenantId ?? '' },
    { enabled: tenantId !== undefined && !sent, staleTime },
  )
  const choices = sent ?? data?.reasons ?? []
  const hasList = isLoading || choices.length > 0
  useEffect(() => {
    if (error === undefined || fields.current?.contains(document.activeElement)) return
    fields.current?.querySelector<HTMLElement>('[role="combobox"], textarea')?.focus()
  }, [error])
  const status = error === undefined ? undefined : 'error'
  const described = error === undefined ? undefined : `${id}-error`
  return (
    <fieldset className="change-reason" ref={fields}>
      <legend>
        <span className="change-reason-mark" aria-hidden="true">
          *
        </span>
        {t('reason.label')}
      </legend>
      <div className="change-reason-fields">
        {hasList && (
          <Select
            allowClear
            loading={isLoading}
            aria-label={t('reason.choice')}
            placeholder={t('reason.choose')}
            status={isTooLong(reason) ? undefined : status}
            value={reason.code || undefined}
            onChange={(code: string | undefined) => state.change({ ...reason, code: code ?? '' })}
            options={choices.map(({ code, name }) => ({ value: code, label: name }))}
          />
        )}
        <Input.TextArea
          aria-label={t('reason.text')}
          aria-required={!hasList}
          aria-invalid={error !== undefined && (!hasList || isTooLong(reason))}
          aria-describedby={described}
          rows={1}
          maxLength={{ length: maxReason, errorOnly: true }}
          placeholder={t(hasList ? 'reason.more' : 'reason.enter')}
          status={status}
          value={reason.text}
          onChange={(text) => state.change({ ...reason, text })}
        />
      </div>
      {error !== undefined && (
        <p id={described} className="change-reason-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
