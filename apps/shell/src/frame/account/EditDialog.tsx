import { languages, type User, updateSelf, userCenterInfo } from '@atrium/contract'
import { profile, useTexts } from '@atrium/shared-api'
import { fieldOf, Input, languageNames } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { DateInput, LookupSelect, RegionCascade, shownRegion } from '@atrium/ui-kit/pickers'
import { sexes } from './personal-rows.ts'

const languageChoices = languages.map((value) => ({ value, label: languageNames[value] }))

const Field = fieldOf(updateSelf)

/** Initial values of the dialog. Contacts have their own dialog. */
export type PersonalData = Omit<User, 'email' | 'phone'>

export const personalDataOf = ({ email: _, phone: __, ...user }: User): PersonalData => user

/** Edits the user's own data, except for fields that an external identity source owns. */
export function EditDialog({ state }: { readonly state: EntityDialogState<PersonalData> }) {
  const t = useTexts('account')
  const org = state.subject?.values.org ?? ''
  const foreign = profile().identitySources.includes(org)
  const show: ShowValue<typeof updateSelf> = {
    sex: (sex) => sexes(t).find(({ value }) => value === sex)?.label,
    ...shownRegion,
  }
  return (
    <EntityDialog
      state={state}
      call={updateSelf}
      name={t('name')}
      width={720}
      history={({ id, fullName }) => ({ entity: 'app_user', entityId: id, name: fullName })}
      refreshes={[userCenterInfo]}
      show={show}
    >
      {foreign ? (
        <p className="personal-foreign">{t('foreign')}</p>
      ) : (
        <Field name="fullName">
          <Input autoComplete="name" />
        </Field>
      )}
      <div className="field-row">
        <Field name="sex">
          <LookupSelect choices={sexes(t)} allowClear />
        </Field>
        <Field name="birthday">
          <DateInput past autoComplete="bday" />
        </Field>
      </div>
      <RegionCascade />
      <Field name="language">
        <LookupSelect choices={languageChoices} />
      </Field>
    </EntityDialog>
  )
}
