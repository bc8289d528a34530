import { userSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { RadioChoice } from '@atrium/ui-kit/overlay'
import { DateInput, LookupSelect, RegionCascade } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../../texts/index.ts'
import { languageChoices, useUserChoices } from './choices.ts'

const Field = fieldOf(userSave)

interface Props {
  /** Whether fields left empty keep the values of an existing account. */
  readonly kept?: boolean
}

/** Fields for the basic information of a user, except the role. */
export function PersonFields({ kept = false }: Props) {
  const t = useSystemText()
  const { sexes, types } = useUserChoices()
  const placeholder = kept ? t('user.pull.kept') : undefined
  return (
    <>
      <div className="field-row">
        <Field name="sex">
          <LookupSelect choices={sexes} placeholder={placeholder} allowClear />
        </Field>
        <Field name="birthday">
          <DateInput past />
        </Field>
        <Field name="language" required={false}>
          <LookupSelect choices={languageChoices} placeholder={placeholder} />
        </Field>
      </div>
      <RegionCascade />
      <Field name="userType" required={false} extra={t('user.typeHint')}>
        <RadioChoice choices={types} />
      </Field>
      <Field name="remark">
        <Input.TextArea rows={3} />
      </Field>
    </>
  )
}
