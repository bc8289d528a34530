import type { ReactNode } from 'react'

export interface CheckBoxProps {
  readonly checked: boolean
  /** Stands for several of which some are checked and some are not. */
  readonly mixed?: boolean
  readonly disabled?: boolean
  /** Says more where it is pointed at, such as why it cannot be ticked. */
  readonly hint?: string | undefined
  readonly onChange: (checked: boolean) => void
  /** The accessible name, where there is no label to be seen. */
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
        // A box is made mixed by its property alone: there is no attribute for it.
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
