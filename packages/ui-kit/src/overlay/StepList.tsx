import './step-list.css'

interface StepListProps {
  /** Purpose of the steps, for users who do not see them. */
  readonly label: string
  readonly steps: readonly string[]
  /** Index of the current step. */
  readonly present: number
}

/** Lists the steps of a procedure, marking the finished ones and the current one. */
export function StepList({ label, steps, present }: StepListProps) {
  return (
    <ol className="step-list" aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < present ? 'step-done' : ''}
          aria-current={index === present ? 'step' : undefined}
        >
          <span aria-hidden="true">{index + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  )
}
