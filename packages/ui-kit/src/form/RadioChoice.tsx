import { useId } from 'react'
import { useFieldLabel } from './field-context.ts'

interface Choice<Value extends string | number | boolean> {
  readonly value: Value
  readonly label: string
  readonly disabled?: boolean
}

export interface RadioChoiceProps<Value extends string | number | boolean> {
  readonly id?: string
  readonly value?: Value
  readonly onChange?: (value: Value) => void
  readonly disabled?: boolean
  /** Name of the group; the label of the `Field` by default. */
  readonly label?: string
  readonly choices: readonly Choice<Value>[]
}

/** A choice between a few options that are all visible. In a `Field`, the form supplies value and change handler. */
export function RadioChoice<Value extends string | number | boolean>(props: RadioChoiceProps<Value>) {
  const { id, value: chosen, onChange, disabled = false, label, choices } = props
  const name = useId()
  const field = useFieldLabel()
  return (
    <div id={id} className="radio-choice" role="radiogroup" aria-label={label ?? field}>
      {choices.map(({ value, label, disabled: alone = false }) => (
        <label key={String(value)}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            disabled={disabled || alone}
            onChange={() => onChange?.(value)}
          />
          {label}
        </label>
      ))}
    </div>
  )
}
