import { Pagination, Select } from '@arco-design/web-react'
import { pageSizes } from '@atrium/contract'
import { useEffect, useState } from 'react'
import { useDebounced } from '../base/useDebounced.ts'
import { useNarrow } from '../base/useNarrow.ts'
import { useKitText } from '../texts/index.ts'

export interface PagingProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Whether the total is an estimate. */
  readonly estimated?: boolean
  /** Called when the choice has rested for 200 ms. */
  readonly onChange: (page: number, size: number) => void
}

/** The pager of a list: it follows every click at once, the list when the clicks have come to rest. */
export function Paging({ page, size, total, estimated = false, onChange }: PagingProps) {
  const t = useKitText()
  const narrow = useNarrow()
  const [shown, setShown] = useState({ page, size })
  useEffect(() => setShown({ page, size }), [page, size])
  const commit = useDebounced(onChange)
  const choose = (nextPage: number, nextSize: number) => {
    setShown({ page: nextPage, size: nextSize })
    commit(nextPage, nextSize)
  }
  return (
    <nav className="paging" aria-label={t('list.paging')}>
      <span className="paging-total">
        {t(estimated ? 'list.totalEstimated' : 'list.total', { total: total.toLocaleString() })}
      </span>
      <Pagination
        current={shown.page}
        pageSize={shown.size}
        total={total}
        simple={narrow}
        onChange={(next) => choose(next, shown.size)}
      />
      <Select
        className="page-size"
        aria-label={t('list.pageSize')}
        value={shown.size}
        options={pageSizes.map((count) => ({ value: count, label: t('list.perPage', { count }) }))}
        onChange={(next: number) => choose(1, next)}
      />
    </nav>
  )
}
