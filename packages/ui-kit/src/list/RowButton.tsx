export interface RowButtonProps {
  readonly label: string
  /** The row's name: a screen reader hears of what the button is. */
  readonly thing: string
  readonly danger?: boolean
  readonly onChoose: () => void
}

/** A button in a row: a plain one. Of the library's a page of rows would have hundreds, at a price each. */
export const RowButton = ({ label, thing, danger, onChoose }: RowButtonProps) => (
  <button
    type="button"
    className={danger ? 'row-action row-action-danger' : 'row-action'}
    aria-label={`${label} ${thing}`}
    onClick={onChoose}
  >
    {label}
  </button>
)
