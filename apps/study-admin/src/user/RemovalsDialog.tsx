import { lookupLimit, studyUserRemovals, type UnconfirmedRemoval } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import {
  type ColumnsOf,
  createSelection,
  EmptyState,
  ListParts,
  shownInstant,
  useHistoryColumn,
  usePagedList,
  useSelectedCount,
} from '@atrium/ui-kit/list'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { NotificationState } from './NotificationState.tsx'
import { hasFailed, useNotifyAgain, useReload } from './notifications.ts'
import type { StudyScope } from './scopes.ts'

type NotifyAgain = ReturnType<typeof useNotifyAgain>

const nameOf = ({ displayName }: UnconfirmedRemoval): string => displayName

const historyOf = ({ id }: UnconfirmedRemoval) => ({ entity: 'product_access', entityId: id })

function useColumns(notifyAgain: NotifyAgain): ColumnsOf<typeof studyUserRemovals> {
  const t = useStudyText()
  const label = useLabels('studyUser')
  const history = useHistoryColumn(nameOf, historyOf)
  return useMemo(
    () => [
      {
        key: 'displayName',
        title: label('fullName'),
        width: 120,
        always: true,
        pinned: true,
      },
      { key: 'userName', title: label('userName'), width: 140 },
      {
        key: 'notification',
        title: t('user.productState'),
        width: 240,
        render: ({ id, displayName, notification }) => (
          <NotificationState
            notification={notification}
            userName={displayName}
            onNotifyAgain={() => void notifyAgain([id])}
          />
        ),
      },
      {
        key: 'removedAt',
        title: t('user.removals.removedAt'),
        width: 150,
        render: ({ removedAt }) => shownInstant(removedAt),
      },
      ...history,
    ],
    [t, label, notifyAgain, history],
  )
}

interface Props {
  readonly study: StudyScope['study']
  readonly open: boolean
  readonly onClose: () => void
  readonly afterClose: () => void
}

/** Lists the users whose removal from a study its product has not confirmed, and notifies it again. */
export function RemovalsDialog({ study, open, onClose, afterClose }: Props) {
  const t = useStudyText()
  const { studyUrlId, name } = study
  const { repeatAfter, follow } = useReload()
  const input = useMemo(() => ({ studyUrlId }), [studyUrlId])
  const list = usePagedList(studyUserRemovals, input, { repeatAfter })
  follow(list.rows)
  const notifyAgain = useNotifyAgain(studyUrlId)
  const columns = useColumns(notifyAgain)
  const [selection] = useState(() => createSelection())
  const count = useSelectedCount(selection)
  const selectable = useMemo(
    () => ({
      selection,
      nameOf,
      disabledReason: ({ notification }: UnconfirmedRemoval) =>
        hasFailed(notification) ? undefined : t('user.removals.notifying'),
    }),
    [selection, t],
  )
  const notifySelected = async () => {
    if (count === 0) return Message.warning(t('user.selectUser'))
    if (count > lookupLimit) return Message.warning(t('user.removals.tooMany', { max: lookupLimit }))
    await notifyAgain([...selection.ids()])
    selection.clear()
  }
  return (
    <Dialog
      open={open}
      title={t('user.removals.title', { study: name })}
      width={800}
      onClose={onClose}
      afterClose={afterClose}
      footer={<Button onClick={onClose}>{t('user.removals.close')}</Button>}
    >
      <p className="study-sites-people">{t('user.removals.hint')}</p>
      <ListParts
        list={list}
        name="userAllowed.removals"
        label={t('user.removals.label')}
        columns={columns}
        selectable={selectable}
        tools={
          <div className="study-user-tools">
            <Button type="primary" onClick={notifySelected}>
              {t('user.notification.again')}
            </Button>
            <output>{t('user.selected', { count })}</output>
          </div>
        }
        empty={<EmptyState title={t('user.removals.empty')} />}
      />
    </Dialog>
  )
}
