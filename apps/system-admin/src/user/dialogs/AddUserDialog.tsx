import { type Call, userSave, userTypes } from '@atrium/contract'
import { Form, fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { PeriodFields } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../../texts/index.ts'
import { ContactFields } from './ContactFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { PullInput } from './PullInput.tsx'
import { RoleSelect } from './RoleSelect.tsx'

const Field = fieldOf(userSave)

/** The initial values of a new user. */
export const newUser = { ucId: '', language: 'zh', userType: userTypes.normal }
export type NewUser = typeof newUser

interface Props {
  readonly state: EntityDialogState<NewUser>
  readonly refreshes: readonly Call[]
}

/** Adds a user, or grants a role to a person who has an account. */
export function AddUserDialog({ state, refreshes }: Props) {
  const t = useSystemText()
  return (
    <EntityDialog
      state={state}
      call={userSave}
      name={t('user.name')}
      width={720}
      history="none"
      refreshes={refreshes}
    >
      <NewUserFields />
    </EntityDialog>
  )
}

function NewUserFields() {
  const t = useSystemText()
  const { form } = Form.useFormContext()
  const pulled = Boolean(Form.useWatch('ucId', form))
  return (
    <>
      <Field name="ucId" label={t('user.pull.label')}>
        <PullInput />
      </Field>
      <div className="field-row">
        <Field name="userName">
          <Input disabled={pulled} />
        </Field>
        <Field name="roleId">
          <RoleSelect />
        </Field>
      </div>
      <PeriodFields of={Field} from="roleFrom" until="roleUntil" />
      <ContactFields fixed={pulled} emailHint={pulled ? undefined : t('user.emailHint')} />
      <PersonFields kept={pulled} />
    </>
  )
}
