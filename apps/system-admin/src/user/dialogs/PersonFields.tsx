import { Input } from '@atrium/ui-kit'
import { Field, RadioChoice } from '@atrium/ui-kit/overlay'
import { LookupSelect, RegionCascade } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../../texts/index.ts'
import { languageChoices, useUserChoices } from './choices.ts'

/** The basic information of a user besides the role. */
export function PersonFields() {
  const t = useSystemText()
  const { sexes, types } = useUserChoices()
  return (
    <>
      <div className="field-row">
        <Field name="sex">
          <LookupSelect choices={sexes} allowClear />
        </Field>
        <Field name="birthday">
          <Input placeholder={t('user.dateFormat')} maxLength={10} />
        </Field>
        <Field name="language">
          <LookupSelect choices={languageChoices} />
        </Field>
      </div>
      <RegionCascade />
      <Field name="userType" extra={t('user.typeHint')}>
        <RadioChoice choices={types} />
      </Field>
      <Field name="remark">
        <Input.TextArea maxLength={500} rows={3} />
      </Field>
    </>
  )
}
