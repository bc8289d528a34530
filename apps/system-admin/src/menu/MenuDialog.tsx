import { type Call, type Menu, type MenuBranch, menuSave, menuUpdate, rootMenuId } from '@atrium/contract'
import { Input } from '@atrium/ui-kit'
import { MenuIcon } from '@atrium/ui-kit/icons'
import {
  EntityDialog,
  type EntityDialogState,
  Field,
  NumericInput,
  RadioChoice,
  type ShowValue,
} from '@atrium/ui-kit/overlay'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { NameFields } from '../NameFields.tsx'
import { StatusOf, useStatusChoices } from '../status/index.ts'
import { useSystemText } from '../texts/index.ts'
import { IconPicker } from './IconPicker.tsx'

interface Props {
  readonly state: EntityDialogState<Menu>
  readonly tree: readonly MenuBranch[] | undefined
  readonly refreshes: readonly Call[]
}

/** Adds or edits a menu. */
export function MenuDialog({ state, tree, refreshes }: Props) {
  const t = useSystemText()
  const statuses = useStatusChoices()
  const { subject } = state
  const own = subject?.mode === 'edit' ? subject.values.id : undefined
  const hasEntries = tree?.some(({ id, list }) => id === own && list.length > 0) ?? false
  const parents = tree && [
    { value: rootMenuId, label: t('menu.root') },
    ...tree.filter(({ id }) => id !== own).map(({ id, displayName }) => ({ value: id, label: displayName })),
  ]
  const show = useMemo<ShowValue>(
    () => ({
      status: (value) => <StatusOf status={Number(value)} />,
      parentId: (id) => tree?.find((branch) => branch.id === id)?.displayName ?? t('menu.root'),
      icon: (name) => <MenuIcon name={name} />,
    }),
    [t, tree],
  )
  return (
    <EntityDialog
      state={state}
      call={subject?.mode === 'edit' ? menuUpdate : menuSave}
      name={t(subject?.values.parentId === rootMenuId ? 'menu.group' : 'menu.entry')}
      refreshes={refreshes}
      show={show}
    >
      <NameFields />
      <div className="field-row">
        <Field name="parentId" extra={hasEntries ? t('menu.staysGroup') : undefined}>
          <LookupSelect choices={parents} disabled={hasEntries} />
        </Field>
        <Field name="seq">
          <NumericInput decimals={0} maxLength={9} />
        </Field>
      </div>
      <div className="field-row">
        <Field name="url" extra={t('menu.addressHint')}>
          <Input maxLength={200} />
        </Field>
        <Field name="status">
          <RadioChoice choices={statuses} />
        </Field>
      </div>
      <Field name="icon">
        <IconPicker />
      </Field>
      <Field name="description">
        <Input.TextArea maxLength={500} rows={2} />
      </Field>
    </EntityDialog>
  )
}
