import { userSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'

const Field = fieldOf(userSave)

interface Props {
  /** Whether they belong to an existing account and are read-only. */
  readonly fixed?: boolean
  /** Whether only the address and the number are read-only. */
  readonly reachFixed?: boolean
  readonly emailHint?: string | undefined
}

/** The name and the contacts of a user. */
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
