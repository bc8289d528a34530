import {
  lookupLimit,
  type StudyUser,
  studyUserExtend,
  studyUserList,
  studyUserRemove,
} from '@atrium/contract'
import { send, useContractText, useSession } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import {
  createSelection,
  EmptyState,
  KeywordInput,
  ListCard,
  refresh,
  usePagedList,
  useSelectedCount,
} from '@atrium/ui-kit/list'
import { confirmChange, useEntityDialog } from '@atrium/ui-kit/overlay'
import { ExtendDialog, type Extension, extensionOf } from '@atrium/ui-kit/pickers'
import { useCallback, useMemo, useState } from 'react'
import { useStudyText } from '../texts/index.ts'
import { DeliveriesButton } from './DeliveriesButton.tsx'
import { studyUserLists } from './lists.ts'
import { useNotifyAgain, useReload } from './notifications.ts'
import { RemovalsNotice } from './RemovalsNotice.tsx'
import { type NewAuthorizations, StudyUserPicker } from './StudyUserPicker.tsx'
import type { StudyScope } from './scopes.ts'
import { useStudyUserColumns } from './use-study-user-columns.tsx'

const filters = { keyWord: '' }

interface Props {
  readonly scope: StudyScope
  /** Short name of the product. */
  readonly software: string
  /** Whether roles in the product are blinded or unblinded. */
  readonly hasBlinding: boolean
}

/** Lists the users who are authorized in a scope: search, select across pages, cancel, extend and add. */
export function StudyUserTable({ scope, software, hasBlinding }: Props) {
  const t = useStudyText()
  const shared = useContractText()
  const { study, studySiteId } = scope
  const { studyUrlId } = study
  const isSite = studySiteId !== ''
  const input = useMemo(() => ({ studyUrlId, studySiteId }), [studyUrlId, studySiteId])
  const { repeatAfter, follow } = useReload()
  const list = usePagedList(studyUserList, input, { filters, repeatAfter })
  follow(list.rows)
  const notifyAgain = useNotifyAgain(studyUrlId)
  const extending = useEntityDialog<Extension>()
  const openExtension = extending.edit
  const ownId = useSession(({ user }) => user?.id)
  const disabledReason = useCallback(
    ({ wholeStudy }: StudyUser) => (isSite && wholeStudy ? t('user.wholeStudyFixed') : undefined),
    [isSite, t],
  )
  const actionOf = useCallback(
    (user: StudyUser) => ({
      label: t('user.extend'),
      disabledReason: user.userId === ownId ? shared('studyUser.rule.yourself') : disabledReason(user),
      onChoose: () => openExtension({ ...extensionOf([user.id], [user]), isSite }),
    }),
    [t, shared, ownId, disabledReason, openExtension, isSite],
  )
  const columns = useStudyUserColumns({ hasBlinding, notifyAgain, actionOf })
  const [selection] = useState(() => createSelection())
  const count = useSelectedCount(selection)
  const picking = useEntityDialog<NewAuthorizations>()
  const selectable = useMemo(
    () => ({
      selection,
      nameOf: ({ displayName }: StudyUser) => displayName,
      disabledReason,
    }),
    [selection, disabledReason],
  )
  const isReady = (): boolean => {
    if (count === 0) Message.warning(t('user.selectUser'))
    else if (count > lookupLimit) Message.warning(t('user.tooMany', { max: lookupLimit }))
    return count > 0 && count <= lookupLimit
  }
  const extendSelected = () => {
    if (isReady()) openExtension({ ...extensionOf(selection.ids(), list.rows ?? []), isSite })
  }
  const add = () => picking.add({ studyUrlId, studySiteIds: isSite ? [studySiteId] : [] })
  const cancel = async () => {
    if (!isReady()) return
    const question = {
      title: t('user.cancel'),
      content: t(isSite ? 'user.cancelAtSite' : 'user.cancelAtStudy', {
        count,
        scope: scope.title,
        notification: shared('product.notification'),
      }),
      ok: t('user.cancel'),
      cancel: t('user.keep'),
      danger: true,
    }
    const input = { isSite, ids: [...selection.ids()] }
    const reason = await confirmChange(question, studyUserRemove, { ...input, tenantId: study.tenantId })
    if (!reason) return
    await send(studyUserRemove, input, { reason }).then(
      () => Message.success(t('user.cancelled')),
      () => undefined,
    )
    // Selected users may be gone if another administrator cancelled them first.
    selection.clear()
    await refresh(...studyUserLists)
  }
  return (
    <>
      <RemovalsNotice study={study} />
      <ListCard
        name="userAllowed.users"
        label={t('user.usersOf', { scope: scope.title })}
        heading={scope.title}
        headingTools={!isSite && <span className="study-user-code">{study.code}</span>}
        list={list}
        columns={columns}
        selectable={selectable}
        filters={
          <KeywordInput
            placeholder={t('user.search')}
            value={list.state.values.keyWord ?? ''}
            onChange={(keyWord) => list.state.filter({ keyWord })}
          />
        }
        tools={
          <div className="study-user-tools">
            <Button type="primary" onClick={add}>
              {t('user.add')}
            </Button>
            <Button onClick={extendSelected}>{t('user.extend')}</Button>
            <Button type="outline" status="danger" onClick={cancel}>
              {t('user.cancel')}
            </Button>
            <DeliveriesButton studyUrlId={studyUrlId} software={software} />
            <output>{t('user.selected', { count })}</output>
            {count > 0 && (
              <Button type="text" size="small" onClick={selection.clear}>
                {t('user.clear')}
              </Button>
            )}
          </div>
        }
        empty={<EmptyState title={t('user.empty')} hint={t('user.emptyHint')} />}
      />
      <StudyUserPicker scope={scope} state={picking} />
      <ExtendDialog
        state={extending}
        call={studyUserExtend}
        tenantId={study.tenantId}
        refreshes={studyUserLists}
        onSaved={selection.clear}
      />
    </>
  )
}
