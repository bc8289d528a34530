import {
  type Call,
  type Menu,
  type MenuWithEntries,
  menuSave,
  menuUpdate,
  rootMenuId,
} from '@atrium/contract'
import { isScreen } from '@atrium/shared-api'
import { fieldOf, Input } from '@atrium/ui-kit'
import { MenuIcon } from '@atrium/ui-kit/icons'
import { OpenTag, openChoices } from '@atrium/ui-kit/list'
import {
  confirmDialog,
  EntityDialog,
  type EntityDialogState,
  NameFields,
  RadioChoice,
  type ShowValue,
} from '@atrium/ui-kit/overlay'
import { LookupSelect } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { IconPicker } from './IconPicker.tsx'

const Field = fieldOf(menuUpdate)

interface Props {
  readonly state: EntityDialogState<Menu>
  readonly tree: readonly MenuWithEntries[] | undefined
  readonly refreshes: readonly Call[]
}

/** Adds or edits a menu. */
export function MenuDialog({ state, tree, refreshes }: Props) {
  const t = useSystemText()
  const { subject } = state
  const own = subject?.mode === 'edit' ? subject.values.id : undefined
  const hasEntries = tree?.some(({ id, list }) => id === own && list.length > 0) ?? false
  const parents = tree && [
    { value: rootMenuId, label: t('menu.root') },
    ...tree.filter(({ id }) => id !== own).map(({ id, displayName }) => ({ value: id, label: displayName })),
  ]
  const show = useMemo<ShowValue<typeof menuUpdate>>(
    () => ({
      status: (value) => <OpenTag status={Number(value)} />,
      parentId: (id) => tree?.find((branch) => branch.id === id)?.displayName ?? t('menu.root'),
      icon: (name) => <MenuIcon name={name} />,
    }),
    [t, tree],
  )
  /** Asks for confirmation if an address has no screen. The screen may be planned for later. */
  const hasPage = async ({ parentId, url }: Readonly<Record<string, unknown>>) =>
    parentId === rootMenuId ||
    (await isScreen(String(url))) ||
    confirmDialog({
      title: t('menu.noPage.title'),
      content: t('menu.noPage.question', { address: String(url) }),
      ok: t('menu.noPage.ok'),
    })
  return (
    <EntityDialog
      state={state}
      call={subject?.mode === 'edit' ? menuUpdate : menuSave}
      name={t(subject?.values.parentId === rootMenuId ? 'menu.group' : 'menu.entry')}
      history={({ id, displayName }) => ({ entity: 'menu', entityId: id, name: displayName })}
      refreshes={refreshes}
      show={show}
      mayBeSaved={hasPage}
    >
      <NameFields />
      <div className="field-row">
        <Field name="parentId" extra={hasEntries ? t('menu.staysGroup') : undefined}>
          <LookupSelect choices={parents} disabled={hasEntries} />
        </Field>
        <Field name="seq">
          <Input />
        </Field>
      </div>
      <div className="field-row">
        <Field name="url" extra={t('menu.addressHint')}>
          <Input />
        </Field>
        <Field name="status">
          <RadioChoice choices={openChoices()} />
        </Field>
      </div>
      <Field name="icon">
        <IconPicker />
      </Field>
      <Field name="description">
        <Input.TextArea rows={2} />
      </Field>
    </EntityDialog>
  )
}
