import { Input } from '@atrium/ui-kit'
import { Field } from '@atrium/ui-kit/overlay'

interface Props {
  /** Whether they are somebody's who has an account: shown, not changed. */
  readonly fixed?: boolean
  /** Whether address and number alone are not to be changed here. */
  readonly reachFixed?: boolean
  readonly emailHint?: string | undefined
}

/** Who a user is, and how they are reached. */
export function ContactFields({ fixed = false, reachFixed = fixed, emailHint }: Props) {
  return (
    <>
      <Field name="fullName">
        <Input maxLength={100} disabled={fixed} />
      </Field>
      <div className="field-row">
        <Field name="email" extra={emailHint}>
          <Input maxLength={254} inputMode="email" disabled={reachFixed} />
        </Field>
        <Field name="phone">
          <Input maxLength={21} inputMode="tel" disabled={reachFixed} />
        </Field>
      </div>
    </>
  )
}
