import { PasswordChangeForm } from '@atrium/contract'
import { Form, type FormInstance, fieldOf } from '@atrium/ui-kit'
import { asText, PasswordInput } from '@atrium/ui-kit/sign-in'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { checkRules, strengthOf } from './rules.ts'
import './password-rules.css'

const Field = fieldOf({ request: PasswordChangeForm })

interface NewPasswordFieldProps {
  readonly form: FormInstance
  /** Wire name of the field. */
  readonly name: 'password' | 'newPassword'
  readonly label?: string
  /** Name of the field for the old password, if the form has one. */
  readonly oldName?: 'password'
}

/** Field for a new password with live feedback on rules and strength. */
export function NewPasswordField({ form, name, label, oldName }: NewPasswordFieldProps) {
  const password = asText(Form.useWatch(name, form))
  const oldPassword = asText(Form.useWatch(oldName ?? '', form))
  return (
    <>
      <Field name={name} label={label}>
        <PasswordInput autoComplete="new-password" aria-describedby={`${name}-rules`} />
      </Field>
      <PasswordRules
        id={`${name}-rules`}
        password={password}
        oldPassword={oldName === undefined ? undefined : oldPassword}
      />
    </>
  )
}

interface PasswordRulesProps {
  readonly id: string
  readonly password: string
  /** Undefined if the form has no old password. */
  readonly oldPassword: string | undefined
}

/** Shows which rules the new password meets and how strong it is. */
function PasswordRules({ id, password, oldPassword }: PasswordRulesProps) {
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
