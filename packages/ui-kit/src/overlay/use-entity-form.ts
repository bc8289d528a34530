import { Form } from '@arco-design/web-react'
import {
  type Call,
  codes,
  type FieldChange,
  type FieldError,
  type InputOf,
  type Language,
  type ResponseOf,
} from '@atrium/contract'
import { notifyError, Rejection, reasonProblem, send, useLanguage } from '@atrium/shared-api'
import { type ReactNode, useRef, useState } from 'react'
import { focusFirstError, linesOf, showFieldErrors } from '../form/field-errors.ts'
import { createReasonState, type ReasonState } from '../reason/reason-state.ts'
import type { Subject } from './use-entity-dialog.ts'
import { useQuestion } from './use-question.ts'

/**
 * Result of a save: saved, rejected because another user saved in the meantime, or failed for a reason that has been
 * shown.
 */
type Outcome<Result> =
  | { readonly kind: 'saved'; readonly response: Result }
  | { readonly kind: 'stale'; readonly changes: readonly FieldChange[] }
  | { readonly kind: 'failed' }

const failed = { kind: 'failed' } as const

/**
 * Sends a save, one at a time, and sorts its rejections. Errors about fields go to the caller; any other rejection is
 * shown as a message.
 * @param onErrors receives the errors about fields
 */
function useSaving<C extends Call>(
  call: C,
  reason: ReasonState,
  onErrors: (errors: readonly FieldError[]) => void,
) {
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)

  const save = async (values: object): Promise<Outcome<ResponseOf<C>>> => {
    if (busy.current) return failed
    busy.current = true
    setSaving(true)
    try {
      const options = { quiet: true, reason: reason.reason(), showsReason: true }
      return { kind: 'saved', response: await send(call, values as InputOf<C>, options) }
    } catch (error) {
      const problem = reasonProblem(values, error)
      if (problem !== undefined) {
        reason.reject(problem)
        return failed
      }
      if (!(error instanceof Rejection)) return failed
      if (error.code === codes.conflict && error.changes.length > 0) {
        return { kind: 'stale', changes: error.changes }
      }
      if (error.code === codes.invalid && error.errors.length > 0) onErrors(error.errors)
      else notifyError(error.message)
      return failed
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  return { saving, save }
}

/** Field from which the server detects a stale copy of a record. */
const version = 'rowVersion'

type Values = Readonly<Record<string, unknown>>

interface Stale {
  /** Fields that another user changed. */
  readonly fields: readonly FieldChange[]
  /** Current values of those fields and of the version. */
  readonly present: Values
}

const nothingStale: Stale = { fields: [], present: {} }

const valuesOf = (changes: readonly FieldChange[]): Values =>
  Object.fromEntries(changes.map(({ field, current }) => [field, current]))

/** Compares lists by content, because a form has its own copies. */
const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? '') === JSON.stringify(other ?? '')

/**
 * Called before anything is sent. Returns whether the input may be saved, for instance after a question, or the input
 * to save instead.
 */
export type MayBeSaved = (values: Values) => boolean | Values | Promise<boolean | Values>

interface FormFacts {
  /** The subject; the same object while the dialog is about the same item. */
  readonly subject: Subject<object>
  /** The request field that accepts a warning from the server. */
  readonly acceptance?: string | undefined
  readonly mayBeSaved?: MayBeSaved | undefined
  /** Tenant of the item, if its values do not name it. */
  readonly tenantId?: string | undefined
}

/**
 * Manages the form of a dialog: its input, and the handling of rejections.
 * @param onSaved receives the call's response and the input
 */
export function useEntityForm<C extends Call>(
  call: C,
  { subject, acceptance = '', mayBeSaved = () => true, tenantId }: FormFacts,
  onSaved: (response: ResponseOf<C>, sent: InputOf<C>) => void,
) {
  const [form] = Form.useForm()
  const [base, setBase] = useState<Values>({ ...subject.values })
  const [problem, setProblem] = useState<string>()
  const [stale, setStale] = useState(nothingStale)
  const [warning, setWarning] = useState<string>()
  const [firstError, setFirstError] = useState<{ readonly message: string; readonly language: Language }>()
  const language = useLanguage()

  const entered = (): Values => form.getFieldsValue()

  const showErrors = (errors: readonly FieldError[]) => {
    if (errors.some(({ field }) => field === acceptance)) return setWarning(linesOf(errors))
    const elsewhere = showFieldErrors(form, errors)
    setProblem(elsewhere || undefined)
    setFirstError(errors[0] && !elsewhere ? { message: errors[0].message, language } : undefined)
  }

  /** Removes the messages above the form. */
  const retract = () => {
    setProblem(undefined)
    setWarning(undefined)
    setFirstError(undefined)
  }

  const [reason] = useState(() => createReasonState(call, { tenantId, ...subject.values }))
  const { saving, save } = useSaving(call, reason, showErrors)
  const { asking, ask } = useQuestion(mayBeSaved)

  const submit = async (from: Values): Promise<void> => {
    if (!reason.check()) return
    const input = { ...from, ...entered() }
    const decision = await ask(input)
    if (decision === false) return
    const values = decision === true ? input : decision
    // Send only the fields of the call; other fields of the record stay here.
    const checked = call.request.safeParse(values)
    retract()
    const sent = checked.success ? Object(checked.data) : values
    const outcome = await save(sent)
    if (outcome.kind === 'saved') onSaved(outcome.response, sent)
    if (outcome.kind === 'stale') await handleConflict(outcome.changes, from)
  }

  /**
   * Shows the fields that another user changed. If the server does not know them, it lists every field that differs
   * from the input, which may be only the user's own change. If only the version is newer, saves again without
   * asking.
   */
  const handleConflict = async (found: readonly FieldChange[], from: Values): Promise<void> => {
    const fields = found.filter(({ field, current }) => field !== version && !same(current, from[field]))
    const present = valuesOf(found)
    if (fields.length === 0 && present[version] !== from[version]) await submit({ ...from, ...present })
    else setStale({ fields, present })
  }

  const renew = (values: Values): Values => {
    setBase(values)
    setStale(nothingStale)
    return values
  }

  return {
    form,
    /** The reason for the change, for `ReasonFields`. */
    reason,
    problem,
    saving,
    /** Whether a save is in progress, including the question whether the input may be saved. */
    busy: saving || asking,
    entered,
    /** Changes by another user; empty unless the server rejected the save because of them. */
    changes: stale.fields,
    isDirty: () =>
      reason.isEntered() || Object.entries(entered()).some(([field, value]) => !same(value, base[field])),
    submit: () => submit(base),
    /** Saves despite a warning; undefined if there is none. */
    saveAnyway: warning === undefined ? undefined : () => submit({ ...base, [acceptance]: true }),
    /** The server's warning, until the form changes. */
    warning,
    /**
     * Message of the first rejected field, until the form changes. After a language change only the fields show their
     * messages.
     */
    firstError: firstError?.language === language ? firstError.message : undefined,
    /** Shows the errors that the form's own rules found. */
    reject: (errors: Readonly<Record<string, { readonly message?: ReactNode }>>) => {
      const [first] = Object.values(errors)
      if (typeof first?.message === 'string') setFirstError({ message: first.message, language })
      focusFirstError(form)
    },
    /** Removes a warning and the first error, which refer to the input before the change. */
    reconsider: () => {
      setFirstError(undefined)
      if (warning !== undefined) retract()
    },
    /** Saves over the current version. If the server did not send a version, the last write wins. */
    overwrite: () => submit(renew({ ...base, [version]: stale.present[version] })),
    takeTheirs: () => {
      form.setFieldsValue(valuesOf(stale.fields))
      renew({ ...base, ...stale.present })
    },
    goOnEditing: () => setStale(nothingStale),
  }
}
