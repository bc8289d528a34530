import { userSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'

const Field = fieldOf(userSave)

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
        <Input disabled={fixed} />
      </Field>
      <div className="field-row">
        <Field name="email" extra={emailHint}>
          <Input disabled={reachFixed} />
        </Field>
        <Field name="phone">
          <Input disabled={reachFixed} />
        </Field>
      </div>
    </>
  )
}
