import {
  type AccessReviewItem,
  accessReviewConfirm,
  accessReviewNotices,
  accessReviewWork,
  lookupLimit,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { Button, Message } from '@atrium/ui-kit'
import {
  createSelection,
  EmptyState,
  editColumn,
  ListCard,
  type Selection,
  useList,
  useSelectedCount,
} from '@atrium/ui-kit/list'
import { operate, useEntityDialog } from '@atrium/ui-kit/overlay'
import { useCallback, useMemo, useState } from 'react'
import { ChangeDialog, type Deciding, RevokeDialog, RoleDialog } from './decisions.tsx'
import { ItemFilters, itemFilters, itemRequest } from './ItemFilters.tsx'
import { useAccessReviewText } from './texts/index.ts'
import { useFollow } from './use-follow.ts'
import { useItemColumns } from './use-item-columns.tsx'

const lists = [accessReviewWork, accessReviewNotices]

/** Returns a decision on some of the rows. */
const decidingOn = (ids: readonly string[], rows: readonly AccessReviewItem[]): Deciding => {
  const named = rows.filter(({ id }) => ids.includes(id))
  return {
    ...{ ids: [...ids], names: named.map(({ fullName }) => fullName), tenantId: named[0]?.tenantId ?? '' },
    softwareId: named.find(({ softwareId }) => softwareId !== '')?.softwareId ?? '',
  }
}

interface ToolsProps {
  readonly selection: Selection
  /** Runs an act on the selected rows. */
  readonly onSelected: (act: (deciding: Deciding) => void) => void
  readonly confirm: (deciding: Deciding) => void
  readonly change: (deciding: Deciding) => void
  readonly changeRole: (deciding: Deciding) => void
  readonly revoke: (deciding: Deciding) => void
}

/**
 * The decisions on the selected rows. A separate component, so that selecting a row does not render the table again.
 */
function Tools({ selection, onSelected, confirm, change, changeRole, revoke }: ToolsProps) {
  const t = useAccessReviewText()
  const count = useSelectedCount(selection)
  if (count === 0) return null
  return (
    <div className="review-tools">
      <span>{t('selected', { count })}</span>
      <Button type="primary" size="small" onClick={() => onSelected(confirm)}>
        {t('confirm')}
      </Button>
      <Button size="small" onClick={() => onSelected(change)}>
        {t('change')}
      </Button>
      <Button size="small" onClick={() => onSelected(changeRole)}>
        {t('changeRole')}
      </Button>
      <Button size="small" type="outline" status="danger" onClick={() => onSelected(revoke)}>
        {t('revoke')}
      </Button>
      <Button size="small" type="text" onClick={selection.clear}>
        {t('clear')}
      </Button>
    </div>
  )
}

/** Lists the access on which the user decides, one by one or many at once. */
export function WorkList() {
  const t = useAccessReviewText()
  const word = useContractText()
  const list = useList(accessReviewWork, { filters: itemFilters, request: itemRequest })
  useFollow(list.rows, lists)
  const [selection] = useState(() => createSelection())
  const { edit: change, ...changing } = useEntityDialog<Deciding>()
  const { edit: changeRole, ...changingRole } = useEntityDialog<Deciding>()
  const { edit: revoke, ...revoking } = useEntityDialog<Deciding>()
  const confirm = useCallback(
    async ({ ids, tenantId }: Deciding) => {
      const question = {
        title: t('confirmTitle'),
        content: t('confirmQuestion', { count: ids.length }),
        ok: t('confirm'),
      }
      const done = word('accessReview.done.confirmed')
      await operate(lists, { question, call: accessReviewConfirm, input: { ids }, done, tenantId })
      selection.clear()
    },
    [t, word, selection],
  )
  const changeDay = (deciding: Deciding) => change({ ...deciding, unlimited: false })
  const onSelected = (act: (deciding: Deciding) => void) => {
    const ids = [...selection.ids()]
    if (ids.length > lookupLimit) Message.warning(t('tooMany', { max: lookupLimit }))
    else act(decidingOn(ids, list.rows ?? []))
  }
  const shared = useItemColumns(true)
  const columns = useMemo(() => {
    const actions = (item: AccessReviewItem) => {
      if (!item.mayAnswer) return []
      const deciding = decidingOn([item.id], [item])
      return [
        { label: t('confirm'), onChoose: () => void confirm(deciding) },
        { label: t('revoke'), danger: true, onChoose: () => revoke(deciding) },
      ]
    }
    return [
      ...shared,
      editColumn<AccessReviewItem>({
        name: ({ fullName, roles }) => [fullName, ...roles].join(' '),
        before: actions,
        history: ({ reviewId, mayAnswer }) =>
          mayAnswer ? 'none' : { entity: 'access_review_item', entityId: reviewId },
      }),
    ]
  }, [shared, t, confirm, revoke])
  const selectable = useMemo(
    () => ({
      selection,
      nameOf: ({ fullName, roles }: AccessReviewItem) => [fullName, ...roles].join(' '),
      disabledReason: ({ mayAnswer }: AccessReviewItem) => (mayAnswer ? undefined : t('fixed')),
    }),
    [selection, t],
  )
  return (
    <>
      <ListCard
        list={list}
        name="accessReviews.work"
        label={t('parts.work')}
        columns={columns}
        selectable={selectable}
        filters={<ItemFilters state={list.state} />}
        tools={<Tools {...{ selection, onSelected, confirm, change: changeDay, changeRole, revoke }} />}
        empty={<EmptyState title={t('noWork')} hint={t('noWorkHint')} />}
      />
      <ChangeDialog state={{ edit: change, ...changing }} onSaved={selection.clear} />
      <RoleDialog state={{ edit: changeRole, ...changingRole }} onSaved={selection.clear} />
      <RevokeDialog state={{ edit: revoke, ...revoking }} onSaved={selection.clear} />
    </>
  )
}
