import { useAccountTexts } from '../texts/accounts/index.ts'
import { type Step, steps } from './useReset.ts'
import './forgot.css'

/** The way to a new password, with the step at which the user is. */
export function Steps({ present }: { readonly present: Step }) {
  const t = useAccountTexts()
  const at = steps.indexOf(present)
  return (
    <ol className="forgot-steps" aria-label={t('forgot.steps')}>
      {[...steps, 'signIn' as const].map((step, index) => (
        <li
          key={step}
          className={index < at ? 'forgot-step-done' : ''}
          aria-current={index === at ? 'step' : undefined}
        >
          <span aria-hidden="true">{index + 1}</span>
          {t(`forgot.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}
