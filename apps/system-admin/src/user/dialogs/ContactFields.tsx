import { userSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'

const Field = fieldOf(userSave)

interface Props {
  /** Whether the fields belong to an existing account and are read-only. */
  readonly fixed?: boolean
  /** Whether only the e-mail address and phone number are read-only. */
  readonly reachFixed?: boolean
  readonly emailHint?: string | undefined
}

/** Fields for the name and contacts of a user. */
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
