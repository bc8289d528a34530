import { type DictionaryEntry, dictionarySave } from '@atrium/contract'
import { Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, Field, NumericInput } from '@atrium/ui-kit/overlay'
import { entryLists } from './useEntryColumns.tsx'

interface Props {
  readonly state: EntityDialogState<DictionaryEntry>
  /** What is added or edited, for the title. */
  readonly name: string
}

/** Adds or edits a dictionary entry; category, tenant and parent are those it was opened for. */
export function DictionaryDialog({ state, name }: Props) {
  return (
    <EntityDialog state={state} call={dictionarySave} name={name} width={560} refreshes={entryLists}>
      <Field name="dicName">
        <Input maxLength={100} />
      </Field>
      <Field name="dicNameEn">
        <Input maxLength={200} />
      </Field>
      <div className="field-row">
        <Field name="dicCode">
          <Input maxLength={50} />
        </Field>
        <Field name="sort">
          <NumericInput decimals={0} maxLength={9} />
        </Field>
      </div>
      <Field name="description">
        <Input.TextArea maxLength={500} rows={3} />
      </Field>
    </EntityDialog>
  )
}
