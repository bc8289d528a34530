import { Pagination, Select } from '@arco-design/web-react'
import { pageSizes } from '@atrium/contract'
import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { useDebouncedValue } from '../base/useDebouncedValue.ts'
import { useNarrow } from '../base/useNarrow.ts'
import { useKitText } from '../texts/index.ts'

interface PagingProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Whether the total is an estimate. */
  readonly estimated?: boolean
  /** Whether there are more than the total: how many pages is not known then, and no button leads to the last one. */
  readonly exceeded?: boolean
  /** Whether the list is beside others, in a narrow space. */
  readonly compact?: boolean
  /** Called when the choice has rested for 200 ms. */
  readonly onChange: (page: number, size: number) => void
}

/** Up to this number of pages the pager has a button for each. */
const pagesInSight = 7
/** Number of pages to jump to if the total is unknown. */
const pagesAhead = 1_000_000

interface PageSizeProps {
  readonly size: number
  readonly onChange: (size: number) => void
}

/** How many rows a page has. */
const PageSize = memo(({ size, onChange }: PageSizeProps) => {
  const t = useKitText()
  return (
    <Select
      className="page-size"
      aria-label={t('list.pageSize')}
      value={size}
      options={pageSizes.map((count) => ({ value: count, label: t('list.perPage', { count }) }))}
      onChange={onChange}
    />
  )
})

interface PageOfList {
  readonly page: number
  readonly size: number
}

const samePage = (one: PageOfList, other: PageOfList): boolean =>
  one.page === other.page && one.size === other.size

const totalText = ({ estimated, exceeded }: PagingProps) =>
  exceeded ? 'list.totalExceeded' : estimated ? 'list.totalEstimated' : 'list.total'

/** The pager of a list. It follows every click at once; the list follows when the clicks pause. */
export const Paging = memo((props: PagingProps) => {
  const { page, size, total, exceeded = false, compact, onChange } = props
  const t = useKitText()
  const narrow = useNarrow()
  const simple = narrow || compact
  const nav = useRef<HTMLElement>(null)
  // Arco's simple pager has a field for the page, and no way to name it.
  useEffect(() =>
    nav.current
      ?.querySelector('input.arco-pagination-jumper-input')
      ?.setAttribute('aria-label', t('list.page')),
  )
  const [shown, show] = useDebouncedValue({ page, size }, (next) => onChange(next.page, next.size), samePage)
  const { page: current, size: pageSize } = shown
  // Its buttons follow the click; the address, which comes after, changes nothing about them.
  const pager = useMemo(
    () => (
      <Pagination
        current={current}
        pageSize={pageSize}
        total={exceeded ? pageSize * pagesAhead : total}
        simple={simple}
        showJumper={simple || exceeded || total > pageSize * pagesInSight}
        onChange={(next) => show({ page: next, size: pageSize })}
      />
    ),
    [current, pageSize, total, exceeded, simple, show],
  )
  const chooseSize = useCallback((next: number) => show({ page: 1, size: next }), [show])
  return (
    <nav ref={nav} className={exceeded ? 'paging paging-open' : 'paging'} aria-label={t('list.paging')}>
      <span className="paging-total">{t(totalText(props), { total: total.toLocaleString() })}</span>
      {!(compact && total <= pageSize) && pager}
      <PageSize size={pageSize} onChange={chooseSize} />
    </nav>
  )
})
