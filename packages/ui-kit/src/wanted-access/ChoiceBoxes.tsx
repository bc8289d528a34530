import { CheckBox } from '../form/CheckBox.tsx'
import { useFieldLabel } from '../form/field-context.ts'
import type { Choice } from '../pickers/LookupSelect.tsx'

interface ChoiceBoxesProps {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (values: readonly string[]) => void
  readonly choices: readonly Choice[]
}

/** A choice of several items, each with a checkbox. In a `Field`, the form supplies value and change handler. */
export function ChoiceBoxes({ id, value: chosen = [], onChange, choices }: ChoiceBoxesProps) {
  const choose = (value: string, checked: boolean) =>
    onChange?.(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form labels the group, so it has no legend.
    <div id={id} className="choice-boxes" role="group" aria-label={useFieldLabel()}>
      {choices.map(({ value, label }) => (
        <CheckBox key={value} checked={chosen.includes(value)} onChange={(checked) => choose(value, checked)}>
          {label}
        </CheckBox>
      ))}
    </div>
  )
}
