import './step-list.css'

interface StepListProps {
  /** What the steps lead to, for those who do not see them. */
  readonly label: string
  readonly steps: readonly string[]
  /** Index of the step at which the user is. */
  readonly present: number
}

/** The steps of something that takes several, those that are done and the present one marked. */
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
