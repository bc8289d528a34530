import type { Call } from '@atrium/contract'
import { useEffect, useRef, useState } from 'react'
import { useField } from '../form/field-context.ts'
import { createPicking } from './picking.ts'
import { type PickableRows, type PickedRow, RowPicker } from './RowPicker.tsx'

interface PickerFieldProps<C extends Call> extends PickableRows<C> {
  readonly single?: boolean
  /** Ids of the selected rows; in a `Field`, the form supplies them. */
  readonly value?: readonly string[]
  readonly onChange?: (ids: readonly string[]) => void
}

/** Picks rows within a form: a `Field` whose value is the rows' ids. */
export function PickerField<C extends Call>({ single, value, onChange, ...rows }: PickerFieldProps<C>) {
  const { check } = useField()
  const [picking] = useState(() => createPicking<PickedRow<C>>(single))
  const latest = useRef({ value, onChange, check })
  useEffect(() => {
    latest.current = { value, onChange, check }
  })
  useEffect(
    () =>
      picking.selection.subscribe(() => {
        const { onChange, check } = latest.current
        onChange?.([...picking.selection.ids()])
        check?.()
      }),
    [picking],
  )
  return <RowPicker {...rows} picking={picking} />
}
