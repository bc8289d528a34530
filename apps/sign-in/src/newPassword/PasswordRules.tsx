import { useAccountTexts } from '../texts/accounts/index.ts'
import { checkRules, strengthOf } from './rules.ts'
import './password-rules.css'

interface Props {
  readonly id: string
  readonly password: string
  /** undefined where there is none to differ from. */
  readonly oldPassword: string | undefined
}

/** The rules of a new password with a tick at those that it fulfils, and its strength; all while typing. */
export function PasswordRules({ id, password, oldPassword }: Props) {
  const t = useAccountTexts()
  const strength = strengthOf(password)
  return (
    <div id={id} className="pw-rules">
      <div className={`pw-strength pw-${strength}`}>
        <span>{t('strength.label')}</span>
        <span className="pw-bar" aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <output>{t(`strength.${strength}`)}</output>
      </div>
      <ul aria-label={t('rules.title')}>
        {checkRules(password, oldPassword).map(({ name, met }) => (
          <li key={name} className={met ? 'pw-met' : ''}>
            <svg viewBox="0 0 16 16" aria-hidden="true">
              {met ? <path d="m4 8.5 2.7 2.7L12 5.6" /> : <circle cx="8" cy="8" r="2" />}
            </svg>
            {t(`rules.${name}`)}
            <span className="visually-hidden">{t(met ? 'rules.met' : 'rules.unmet')}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
