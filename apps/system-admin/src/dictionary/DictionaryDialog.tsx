import { type DictionaryEntry, dictionarySave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { entryLists } from './use-entry-columns.tsx'

const Field = fieldOf(dictionarySave)

interface Props {
  readonly state: EntityDialogState<DictionaryEntry>
  /** Name of the added or edited item, for the title. */
  readonly name: string
}

/** Adds or edits a dictionary entry. Category, tenant and parent are set when the dialog opens. */
export function DictionaryDialog({ state, name }: Props) {
  return (
    <EntityDialog
      state={state}
      call={dictionarySave}
      name={name}
      width={560}
      history={({ id, displayName }) => ({ entity: 'dictionary', entityId: id, name: displayName })}
      refreshes={entryLists}
    >
      <div className="field-row">
        <Field name="dicName">
          <Input />
        </Field>
        <Field name="dicNameEn">
          <Input />
        </Field>
      </div>
      <div className="field-row">
        <Field name="dicCode">
          <Input />
        </Field>
        <Field name="sort">
          <Input />
        </Field>
      </div>
      <div className="field-row">
        <Field name="dicNum">
          <Input />
        </Field>
        <Field name="abb">
          <Input />
        </Field>
      </div>
      <Field name="extend">
        <Input />
      </Field>
      <Field name="description">
        <Input.TextArea rows={3} />
      </Field>
    </EntityDialog>
  )
}
