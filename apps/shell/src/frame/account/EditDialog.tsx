import { languages, type User, updateSelf, userCenterInfo } from '@atrium/contract'
import { profile, useTexts } from '@atrium/shared-api'
import { Input, languageNames } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, Field } from '@atrium/ui-kit/overlay'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { sexes } from './personal-rows.ts'

const languageChoices = languages.map((value) => ({ value, label: languageNames[value] }))

/** What users may change of themselves. What another identity source keeps is changed there. */
export function EditDialog({ state }: { readonly state: EntityDialogState<User> }) {
  const t = useTexts('account')
  const org = state.subject?.values.org ?? ''
  const foreign = profile().identitySources.includes(org)
  return (
    <EntityDialog
      state={state}
      call={updateSelf}
      name={t('name')}
      width={560}
      refreshes={[userCenterInfo]}
      show={{ sex: (sex) => sexes(t).find(({ value }) => value === sex)?.label }}
    >
      {foreign ? (
        <p className="personal-foreign">{t('foreign')}</p>
      ) : (
        <>
          <Field name="fullName">
            <Input maxLength={100} autoComplete="name" />
          </Field>
          <Field name="email" extra={t('emailHint')}>
            <Input maxLength={254} type="email" autoComplete="email" />
          </Field>
          <Field name="phone">
            <Input maxLength={21} type="tel" autoComplete="tel" />
          </Field>
        </>
      )}
      <div className="field-row">
        <Field name="sex">
          <LookupSelect choices={sexes(t)} allowClear />
        </Field>
        <Field name="birthday">
          <Input placeholder={t('dateFormat')} maxLength={10} autoComplete="bday" />
        </Field>
      </div>
      <Field name="language">
        <LookupSelect choices={languageChoices} />
      </Field>
    </EntityDialog>
  )
}
