import type { ReactNode } from 'react'

export interface CheckBoxProps {
  readonly checked: boolean
  /** Stands for several of which some are checked and some are not. */
  readonly mixed?: boolean
  readonly disabled?: boolean
  /** Tooltip, such as why it cannot be ticked. */
  readonly hint?: string | undefined
  readonly onChange: (checked: boolean) => void
  /** The accessible name, if there is no visible label. */
  readonly name?: string
  /** The label. */
  readonly children?: ReactNode
}

/** A box to tick, with its label. */
export function CheckBox(props: CheckBoxProps) {
  const { checked, mixed = false, disabled = false, hint, onChange, name, children } = props
  return (
    <label className="check-box" title={hint}>
      <input
        // Only the property makes a box mixed: there is no attribute for it.
        ref={(box) => {
          if (box) box.indeterminate = mixed
        }}
        type="checkbox"
        aria-label={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {children && <span>{children}</span>}
    </label>
  )
}
