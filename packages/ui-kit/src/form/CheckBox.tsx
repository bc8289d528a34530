import type { ReactNode } from 'react'

export interface CheckBoxProps {
  readonly checked: boolean
  /** Whether the box stands for several items of which only some are checked. */
  readonly mixed?: boolean
  readonly disabled?: boolean
  /** Tooltip, such as the reason why the box is disabled. */
  readonly hint?: string | undefined
  readonly onChange: (checked: boolean) => void
  /** Accessible name, if there is no visible label. */
  readonly name?: string
  /** Visible label. */
  readonly children?: ReactNode
}

/** A checkbox with its label. */
export function CheckBox(props: CheckBoxProps) {
  const { checked, mixed = false, disabled = false, hint, onChange, name, children } = props
  return (
    <label className="check-box" title={hint}>
      <input
        // The mixed state can only be set as a property; there is no attribute for it.
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
