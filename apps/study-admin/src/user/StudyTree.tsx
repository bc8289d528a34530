import { storageKeys } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, TableSkeleton } from '@atrium/ui-kit/list'
import { idsAbove, rowsInSight, search, Tree, useFolding } from '@atrium/ui-kit/tree'
import { useEffect, useMemo } from 'react'
import { useStudyText } from '../texts/index.ts'
import { nameOf, type StudyScope } from './scopes.ts'
import type { StudyScopes } from './use-study-scopes.ts'

interface Props {
  /** Key of the tenant and product, under which folded branches are stored. */
  readonly of: string
  readonly studies: StudyScopes
  readonly keyWord: string
  readonly onSearch: (keyWord: string) => void
  readonly chosen: StudyScope | undefined
  readonly onChoose: (scope: StudyScope) => void
}

/** Shows the studies of a product with their sites. One study or site is selected. */
export function StudyTree({ of, studies, keyWord, onSearch, chosen, onChoose }: Props) {
  const t = useStudyText()
  const { scopes, exceeded, error, retry } = studies
  const { isOpen, fold, openThese } = useFolding({ storage: storageKeys.openStudies, of }, scopes)
  const rows = useMemo(
    () => (keyWord === '' ? rowsInSight(scopes ?? [], isOpen) : search(scopes ?? [], keyWord, nameOf).rows),
    [scopes, isOpen, keyWord],
  )
  const above = useMemo(() => chosen && idsAbove(scopes ?? [], chosen.id), [scopes, chosen])
  useEffect(() => {
    if (above) openThese(above)
    // Runs only when the selection changes. Afterwards, the user may fold the study.
  }, [chosen?.id])
  if (error)
    return (
      <div className="card">
        <ErrorState
          title={t('user.treeFailed')}
          detail={error.message}
          retryLabel={t('product.retry')}
          onRetry={retry}
        />
      </div>
    )
  return (
    <div className="card study-tree">
      <KeywordInput placeholder={t('user.searchStudies')} value={keyWord} onChange={onSearch} />
      {exceeded && <p className="study-tree-exceeded">{t('user.exceeded', { count: scopes?.length })}</p>}
      {!scopes && <TableSkeleton />}
      {scopes && rows.length === 0 && (
        <EmptyState title={t('user.noMatch', { keyWord })} hint={t('user.noMatchHint')} />
      )}
      {rows.length > 0 && (
        <Tree
          label={t('user.tree')}
          rows={rows}
          nameOf={nameOf}
          keyWord={keyWord}
          onFold={keyWord === '' ? fold : undefined}
          chosen={chosen?.id}
          onChoose={onChoose}
        />
      )}
    </div>
  )
}
