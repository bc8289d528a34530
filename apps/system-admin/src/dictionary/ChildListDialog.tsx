import { type DictionaryEntry, dictionaryChildren, dictionarySave } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, ListParts, useCall, useIsPlatform, useLocalList } from '@atrium/ui-kit/list'
import { Dialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useSystemText } from '../texts/index.ts'
import { historyOf, mayEdit } from './access.ts'
import { useEntryColumns } from './use-entry-columns.tsx'

interface Props {
  /** Entry whose children are shown, undefined while the dialog is closed. */
  readonly parent: DictionaryEntry | undefined
  readonly dialog: EntityDialogState<DictionaryEntry>
  readonly onAdd: ((parent: DictionaryEntry) => void) | undefined
  readonly onClose: () => void
}

/** Lists the children of an entry. */
export function ChildListDialog({ parent, dialog, onAdd, onClose }: Props) {
  const t = useSystemText()
  const isPlatform = useIsPlatform(dictionarySave)
  const children = useCall(dictionaryChildren, { parentId: parent?.id ?? '' }, { enabled: Boolean(parent) })
  const list = useLocalList(
    { rows: children.data, error: children.error, retry: children.refetch },
    { name: 'dictionary.children', about: parent?.id },
  )
  const columns = useEntryColumns({ edit: dialog.edit })
  return (
    <Dialog
      open={Boolean(parent)}
      title={t('dictionary.childrenOf', { entry: parent?.displayName ?? '' })}
      width={800}
      history={parent && historyOf(parent, isPlatform)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('action.close')}</Button>
          {parent && onAdd && mayEdit(parent, isPlatform) && (
            <Button type="primary" onClick={() => onAdd(parent)}>
              {t('dictionary.addChild')}
            </Button>
          )}
        </>
      }
    >
      <ListParts
        name="dictionary.children"
        label={t('dictionary.children')}
        list={list}
        columns={columns}
        empty={<EmptyState title={t('dictionary.noChildren')} />}
      />
    </Dialog>
  )
}
