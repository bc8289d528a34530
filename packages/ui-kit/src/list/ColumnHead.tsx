import { IconFilter } from '@arco-design/web-react/icon'
import type { KeyboardEvent, PointerEvent } from 'react'
import { MenuButton } from '../menu/MenuButton.tsx'
import { useKitText } from '../texts/index.ts'
import { type Column, filterNameOf, nextSort, type Resizing, type Sort } from './column.ts'
import type { Filters } from './settings.ts'

/** Order and filters of a list, which the heads of its columns show and change. */
export interface SortAndFilters {
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
  /** The filters that are set; without them, columns have no filter buttons. */
  readonly values?: Filters | undefined
  readonly onFilter?: ((patch: Filters) => void) | undefined
}

interface TitleProps<Row> extends SortAndFilters {
  readonly column: Column<Row>
}

/** A column's title as a button that sorts. The cell's `aria-sort` states the current order. */
function SortButton<Row>({ column, sort, onSort }: TitleProps<Row>) {
  const t = useKitText()
  const order = sort?.by === column.key ? sort.order : undefined
  return (
    <button
      type="button"
      className="sort-title"
      title={t('list.sort', { column: column.title })}
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {column.title}
      <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
        <path d="M5 1 9 6H1z" opacity={order === 'asc' ? 1 : 0.3} />
        <path d="M5 13 1 8h8z" opacity={order === 'desc' ? 1 : 0.3} />
      </svg>
    </button>
  )
}

/** A button that opens the filter choices of a column. */
function FilterButton<Row>({ column, values = {}, onFilter }: TitleProps<Row>) {
  const t = useKitText()
  const name = filterNameOf(column)
  const present = values[name] ?? ''
  const items = [{ value: '', label: t('list.all') }, ...(column.filter?.choices ?? [])].map(
    ({ value, label }) => ({
      key: value,
      label,
      current: value === present,
      onChoose: () => onFilter?.({ [name]: value }),
    }),
  )
  const more = t('list.moreChoices', { count: items.length - 1 })
  const last = { key: 'more', label: more, disabledReason: more, onChoose: () => undefined }
  return (
    <MenuButton
      label={t('list.filterBy', { column: column.title })}
      items={column.filter?.hasMore ? [...items, last] : items}
      className={present === '' ? 'filter-button' : 'filter-button filter-button-set'}
    >
      <IconFilter />
    </MenuButton>
  )
}

/** The head of a column: its title, which may be a sort button, and its filter. */
export function ColumnTitle<Row>(props: TitleProps<Row>) {
  const { column, onFilter } = props
  return (
    <>
      {column.sortable ? <SortButton {...props} /> : <span className="column-title">{column.title}</span>}
      {column.filter && onFilter && <FilterButton {...props} />}
    </>
  )
}

const narrowest = 64
const widest = 800
/** Distance that an arrow key moves the edge, in pixels. */
const step = 16

const within = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** The edge of a column, which can be moved by mouse, touch or arrow keys. */
export function ResizeHandle({ label, width, onResize }: Resizing) {
  const drag = (down: PointerEvent<HTMLDivElement>) => {
    down.preventDefault()
    const handle = down.currentTarget
    const drawn = handle.parentElement?.getBoundingClientRect().width ?? width
    const move = (event: globalThis.PointerEvent) => onResize(within(drawn + event.clientX - down.clientX))
    const stop = () => {
      handle.removeEventListener('pointermove', move)
      handle.removeEventListener('pointerup', stop)
      handle.removeEventListener('pointercancel', stop)
    }
    handle.setPointerCapture(down.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('pointerup', stop)
    handle.addEventListener('pointercancel', stop)
  }
  const nudge = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    onResize(within(width + (event.key === 'ArrowRight' ? step : -step)))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: HTML has no movable separator, and hr cannot take focus
    <div
      className="resize-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={nudge}
    />
  )
}
