import { useMemo, useState } from 'react'

interface Added<Values extends object> {
  readonly mode: 'add'
  /** Initial values of the fields. */
  readonly values: Partial<Values>
}

interface Edited<Values extends object> {
  readonly mode: 'edit'
  /** The whole record with id and version. */
  readonly values: Values
}

/** The item that a dialog adds or edits. */
export type Subject<Values extends object> = Added<Values> | Edited<Values>

export interface EntityDialogState<Values extends object> {
  readonly open: boolean
  /** Number of times the dialog was opened. Each opening starts with a fresh form. */
  readonly opening: number
  /** The current or last subject. A closing dialog still shows it. */
  readonly subject: Subject<Values> | undefined
  readonly add: (values?: Partial<Values>) => void
  readonly edit: (record: Values) => void
  readonly close: () => void
}

/** Keeps whether an `EntityDialog` is open, and its subject. The returned functions stay the same between renders. */
export function useEntityDialog<Values extends object>(): EntityDialogState<Values> {
  const [state, setState] = useState<Pick<EntityDialogState<Values>, 'open' | 'opening' | 'subject'>>({
    open: false,
    opening: 0,
    subject: undefined,
  })
  const actions = useMemo(() => {
    const show = (subject: Subject<Values>) =>
      setState(({ opening }) => ({ open: true, opening: opening + 1, subject }))
    return {
      add: (values: Partial<Values> = {}) => show({ mode: 'add', values }),
      edit: (values: Values) => show({ mode: 'edit', values }),
      close: () => setState((before) => ({ ...before, open: false })),
    }
  }, [])
  return { ...state, ...actions }
}
