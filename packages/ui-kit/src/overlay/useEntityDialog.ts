import { useMemo, useState } from 'react'

/** What a dialog is about. */
export interface Subject<Values extends object> {
  readonly mode: 'add' | 'edit'
  /** Initial values of its fields; for editing the whole record, with id and version. */
  readonly values: Partial<Values>
}

export interface EntityDialogState<Values extends object> {
  readonly open: boolean
  /** How many times it was opened; each opening starts from a fresh form. */
  readonly opening: number
  /** The present or last subject: a dialog on its way out still shows it. */
  readonly subject: Subject<Values> | undefined
  readonly add: (values?: Partial<Values>) => void
  readonly edit: (record: Values) => void
  readonly close: () => void
}

/** Whether an `EntityDialog` is open, and about what. Its functions stay the same at every render. */
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
