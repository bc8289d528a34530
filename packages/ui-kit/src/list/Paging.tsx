import { Pagination, Select } from '@arco-design/web-react'
import { pageSizes } from '@atrium/contract'
import { memo, useCallback, useEffect, useMemo, useRef } from 'react'
import { useDebouncedValue } from '../base/use-debounced-value.ts'
import { useNarrow } from '../base/use-narrow.ts'
import { useKitText } from '../texts/index.ts'

interface PagingProps {
  readonly page: number
  readonly size: number
  readonly total: number
  /** Whether the total is an estimate. */
  readonly estimated?: boolean
  /**
   * Whether there are more rows than the total. The number of pages is unknown then, and no button leads to the last
   * page.
   */
  readonly exceeded?: boolean
  /** Whether the list is next to others, in a narrow space. */
  readonly compact?: boolean
  /** Called once the choice has not changed for 200 ms. */
  readonly onChange: (page: number, size: number) => void
}

/** Maximum number of pages for which every page has a button. */
const pagesInSight = 7
/** Number of pages to jump to if the total is unknown. */
const pagesAhead = 1_000_000

interface PageSizeProps {
  readonly size: number
  readonly onChange: (size: number) => void
}

/** Selects the number of rows per page. */
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
  // Arco's simple pager has an input for the page number, but no way to label it.
  useEffect(() =>
    nav.current
      ?.querySelector('input.arco-pagination-jumper-input')
      ?.setAttribute('aria-label', t('list.page')),
  )
  const [shown, show] = useDebouncedValue({ page, size }, (next) => onChange(next.page, next.size), samePage)
  const { page: current, size: pageSize } = shown
  // The buttons follow the click. The address changes later, which must not render them again.
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
