import { lookupLimit, studyUserSave, studyUserUnselected, type UnselectedStudyUser } from '@atrium/contract'
import { send, useLabels } from '@atrium/shared-api'
import { Message } from '@atrium/ui-kit'
import { type ColumnsOf, EmptyState, refresh } from '@atrium/ui-kit/list'
import { PickerDialog } from '@atrium/ui-kit/picker-dialog'
import { useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { studyUserLists } from './lists.ts'
import { SitesDialog } from './SitesDialog.tsx'
import { type StudyScope, scopesOf } from './scopes.ts'

interface Props {
  readonly scope: StudyScope
  readonly open: boolean
  readonly onClose: () => void
}

const nameOf = ({ displayName }: UnselectedStudyUser): string => displayName

function useColumns(): ColumnsOf<typeof studyUserUnselected> {
  const t = useStudyText()
  const label = useLabels('studyUser')
  return useMemo(
    () => [
      {
        key: 'fullName',
        title: label('fullName'),
        width: 140,
        sortable: true,
        always: true,
        render: ({ displayName }) => displayName,
      },
      { key: 'userName', title: label('userName'), width: 160, sortable: true },
      { key: 'email', title: label('email'), width: 220, sortable: true },
      { key: 'phone', title: label('phone'), width: 140 },
      { key: 'roleName', title: t('user.role'), width: 140 },
    ],
    [t, label],
  )
}

/** Picks users of the tenant and authorizes them in a scope, or at several sites of its study. */
export function StudyUserPicker({ scope, open, onClose }: Props) {
  const t = useStudyText()
  const columns = useColumns()
  const { study, studySiteId } = scope
  const { studyUrlId } = study
  const input = useMemo(() => ({ studyUrlId, studySiteId }), [studyUrlId, studySiteId])
  /** Picked users for whom sites are being chosen. */
  const [people, setPeople] = useState<readonly UnselectedStudyUser[]>([])
  const authorize = async (users: readonly UnselectedStudyUser[], studySiteIds: string[]) => {
    await send(studyUserSave, { studyUrlId, studySiteIds, tenantUserIds: users.map(({ id }) => id) })
    Message.success(t('user.authorized'))
    void refresh(...studyUserLists)
  }
  const sites = useMemo(() => scopesOf([study]).flatMap(({ list }) => list), [study])
  const further = { label: t('user.pick.sites'), onPick: setPeople }
  return (
    <>
      <PickerDialog
        open={open}
        title={t('user.pick.title', { scope: scope.title })}
        ok={t('user.pick.save')}
        nothing={t('user.selectUser')}
        further={further}
        call={studyUserUnselected}
        input={input}
        placeholder={t('user.pick.search')}
        name="studyUserUnselected"
        label={t('user.pick.label')}
        columns={columns}
        nameOf={nameOf}
        max={lookupLimit}
        empty={<EmptyState title={t('user.pick.empty')} hint={t('user.pick.emptyHint')} />}
        noMatch={<EmptyState title={t('user.pick.noMatch')} hint={t('user.pick.noMatchHint')} />}
        onPick={(users) => authorize(users, studySiteId === '' ? [] : [studySiteId])}
        onClose={onClose}
      />
      {people.length > 0 && (
        <SitesDialog
          scope={scope}
          sites={sites}
          count={people.length}
          onSave={async (studySiteIds) => {
            await authorize(people, studySiteIds)
            setPeople([])
            onClose()
          }}
          onClose={() => setPeople([])}
        />
      )}
    </>
  )
}
