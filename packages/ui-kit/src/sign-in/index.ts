export {
  AttemptForm,
  type AttemptOptions,
  Refused,
  useAttempt,
  useRefusal,
} from './attempt/index.ts'
export { type Captcha, CaptchaField, countFailure, useCaptcha, useDemandedCaptcha } from './captcha/index.ts'
export type { CodeFieldProps } from './code/CodeField.tsx'
export { codesSent } from './code/codes-sent.ts'
export type { SignInFormProps } from './form-props.ts'
export { CodeField, SmsForm } from './lazy.ts'
export { PasswordForm } from './password/PasswordForm.tsx'
export { PasswordInput } from './password/PasswordInput.tsx'
export { SubmitButton } from './SubmitButton.tsx'
export { typed } from './typed.ts'
export { UserNameInput } from './UserNameInput.tsx'
