import { Button } from '@arco-design/web-react'
import type { Call, InputOf } from '@atrium/contract'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Column, ColumnsOf, RowOf } from '../list/column.ts'
import { KeywordInput } from '../list/filters.tsx'
import { ListRows } from '../list/ListRows.tsx'
import { useSelectedCount } from '../list/selection.tsx'
import type { List } from '../list/use-list.ts'
import { useLocalList } from '../list/use-local-list.ts'
import { usePagedList } from '../list/use-paged-list.ts'
import { useKitText } from '../texts/index.ts'
import type { Picking } from './picking.ts'
import { RequestedSearch } from './RequestedSearch.tsx'

/** Type of the rows of a list call that can be picked. */
export type PickedRow<C extends Call> = RowOf<C> & { readonly id: string }

export interface PickableRows<C extends Call> {
  /** The paged list call of the rows to pick. */
  readonly call: C
  /** Input of the call; must stay the same object while nothing changes. */
  readonly input: Partial<InputOf<C>>
  /** The request field for the keyword; `keyWord` by default. */
  readonly keyword?: keyof InputOf<C> & string
  /** Describes what can be searched; also the search field's accessible name. */
  readonly placeholder: string
  /** Whether a search starts only with Enter or a button, for exact searches whose number the server limits. */
  readonly searchOnRequest?: boolean
  /** Name that is unique in the suite, under which the widths of columns are stored. */
  readonly name: string
  /** Accessible name of the table. */
  readonly label: string
  /** Columns; must stay the same object while nothing changes. */
  readonly columns: ColumnsOf<C>
  /** Returns the name of a row's item. Must stay the same function between renders. */
  readonly nameOf: (row: RowOf<C>) => string
  /** Maximum number of rows to pick at once; unlimited by default. */
  readonly max?: number
  /** Content shown if there are no rows to pick, without a search. */
  readonly empty?: ReactNode
  /** Content shown if a search finds nothing. */
  readonly noMatch?: ReactNode
}

interface RowPickerProps<C extends Call> extends PickableRows<C> {
  readonly picking: Picking<PickedRow<C>>
}

/** Keeps Enter in the picker's fields from submitting the form around it. */
const keepFromForm = (event: KeyboardEvent): void => {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}

const nothing = () => undefined

interface PickedProps<Row> {
  readonly picking: Picking<Row>
  readonly max: number | undefined
  readonly viewing: boolean
  /** Switches between the selected rows and all rows. */
  readonly onView: (viewing: boolean) => void
}

/** Shows the number of selected rows, with actions on the whole selection. */
function PickedCount<Row>({ picking, max = Number.POSITIVE_INFINITY, viewing, onView }: PickedProps<Row>) {
  const { selection } = picking
  const t = useKitText()
  const count = useSelectedCount(selection)
  const clear = () => {
    selection.clear()
    onView(false)
  }
  return (
    <div className="row-picker-count">
      <output className={count > max ? 'row-picker-excess' : undefined}>
        {count > max ? t('picking.tooMany', { max, count }) : t('picking.selected', { count })}
      </output>
      {(count > 0 || viewing) && (
        <>
          {!selection.single && (
            <Button size="small" type="text" onClick={() => onView(!viewing)}>
              {t(viewing ? 'picking.showAll' : 'picking.showSelected')}
            </Button>
          )}
          <Button size="small" type="text" onClick={clear}>
            {t('picking.clear')}
          </Button>
        </>
      )}
    </div>
  )
}

/**
 * Lets the user pick rows from a paged list, with search and paging. The selection is kept across pages and searches,
 * and can be viewed separately. A row that is removed there stays visible until the user goes back, so that it can be
 * restored.
 */
export function RowPicker<C extends Call>(props: RowPickerProps<C>) {
  const { picking, call, input, keyword = 'keyWord', placeholder, searchOnRequest = false } = props
  const { nameOf, max, empty, noMatch } = props
  const box = useRef<HTMLElement>(null)
  const [viewed, setViewed] = useState<readonly PickedRow<C>[]>()
  const filters = useMemo(() => ({ [keyword]: '' }), [keyword])
  const found = usePagedList(call, input, { filters }) as unknown as List<PickedRow<C>>
  const { rows, state } = found
  useEffect(() => picking.see(rows ?? []), [picking, rows])
  const picked = useLocalList({ rows: viewed, retry: nothing }, { name: `${props.name} picked` })
  const selectable = useMemo(() => ({ selection: picking.selection, nameOf }), [picking, nameOf])
  const view = (viewing: boolean) => {
    setViewed(viewing ? picking.rows() : undefined)
    // The search field exists only after this has rendered.
    if (!viewing) setTimeout(() => box.current?.querySelector('input')?.focus())
  }
  const Search = searchOnRequest ? RequestedSearch : KeywordInput
  return (
    <section ref={box} className="row-picker" aria-label={props.label} onKeyDown={keepFromForm}>
      <div className="row-picker-head">
        {!viewed && (
          <Search
            placeholder={placeholder}
            value={state.values[keyword] ?? ''}
            onChange={(typed) => state.filter({ [keyword]: typed })}
          />
        )}
        <PickedCount picking={picking} max={max} viewing={viewed !== undefined} onView={view} />
      </div>
      <ListRows
        key={viewed ? 'picked' : 'found'}
        list={viewed ? picked : found}
        name={props.name}
        label={props.label}
        columns={props.columns as unknown as readonly Column<PickedRow<C>>[]}
        selectable={selectable}
        empty={empty}
        noMatch={noMatch}
      />
    </section>
  )
}
